// An exact time in the person's zone: 2026-11-15 01:48:44.120. Sorts and compares by eye, whatever the locale.

const parts = (time: number) => {
  const date = new Date(time);
  const two = (figure: number) => String(figure).padStart(2, "0");
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    clock: `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
    millis: String(date.getMilliseconds()).padStart(3, "0"),
  };
};

export function printTimestamp(time: number) {
  const { day, clock, millis } = parts(time);
  return `${day} ${clock}.${millis}`;
}
