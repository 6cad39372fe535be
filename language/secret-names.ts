// Names that say of what they name that it is secret, wherever people choose the names themselves.

const secretName = /passw|pwd|secret|token|credential|private|api[_-]?key|access[_-]?key|signature/i;

export const isSecretName = (name: string) => secretName.test(name);
