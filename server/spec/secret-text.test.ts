import { expect, test } from "vitest";
import { maskText } from "./masked-spec.ts";
import { holdsLiteral } from "./secret-text.ts";

test.each([
  ["https://ada:pw1@host/x?token=abc&b=2", "https://ada:***@host/x?token=***&b=2"],
  ["https://ada:$ecret@host/x", "https://ada:***@host/x"],
  ["postgres://u:p@ss@db/x", "postgres://u:***@db/x"],
  ["postgres://u:p/w@db:5432/x", "postgres://u:***@db:5432/x"],
  ["https://tok3n@github.com/x", "https://***@github.com/x"],
  ["mongodb+srv://u:p@h1,h2/db", "mongodb+srv://u:***@h1,h2/db"],
  ["redis://:pw@h:1", "redis://:***@h:1"],
  ["rest:https://u:p@host:8000/r/", "rest:https://u:***@host:8000/r/"],
  ["https://h/x?api_key=x&key=y&sig=z&page=2", "https://h/x?api_key=***&key=***&sig=***&page=2"],
  ["https://h/cb#access_token=abc", "https://h/cb#access_token=***"],
  ["slack://xoxb-1@C123", "slack://***"],
  ["https://hooks.slack.com/services/T/B/x", "https://hooks.slack.com/***"],
  ["host=db user=u password=hun;ter&2 port=1", "host=db user=u password=*** port=1"],
  ["host=db user=u password = 'hunt er2' port=1", "host=db user=u password = '***' port=1"],
  ["Server=x;User Id=sa;Password=p&q r;Encrypt=true", "Server=x;User Id=sa;Password=***;Encrypt=true"],
  ["AccountName=x;AccountKey=abc==;EndpointSuffix=core", "AccountName=x;AccountKey=***;EndpointSuffix=core"],
  ["user:pw@tcp(host:3306)/db?x=1", "user:***@tcp(host:3306)/db?x=1"],
  ["mysql://user:pw@tcp(host)/db", "mysql://user:***@tcp(host)/db"],
  ["mysql://user:pw@tcp(host:3306)/db?tls=true&token=x", "mysql://user:***@tcp(host:3306)/db?tls=true&token=***"],
  ["mysql://user:p@s/w#1@tcp(host:3306)/db", "mysql://user:***@tcp(host:3306)/db"],
  ["mysql://user:12/w@tcp(host)/db", "mysql://user:***@tcp(host)/db"],
  ["connect to mysql://user:12/w@tcp(host)/db first", "connect to mysql://user:***@tcp(host)/db first"],
  ["user:p@w@host:3306/db", "user:***@host:3306/db"],
  ["scott/tiger@//host:1521/svc", "scott/***@//host:1521/svc"],
  ["jdbc:oracle:thin:scott/tiger@//host:1521/svc", "jdbc:oracle:thin:scott/***@//host:1521/svc"],
  ["jdbc:sqlserver://host;user=sa;password=x;a=b", "jdbc:sqlserver://host;user=sa;password=***;a=b"],
  [
    "curl -u admin:hunter2 https://h -H 'Authorization: Bearer abc'",
    "curl -u admin:*** https://h -H 'Authorization: Bearer ***'",
  ],
  ["export TOKEN=abc; tool --password x --token-file /x", "export TOKEN=***; tool --password *** --token-file /x"],
  ['{"user":"a","password":"hunter2","n":1}', '{"user":"a","password":"***","n":1}'],
  ['{\\"password\\": \\"abc\\"}', '{\\"password\\": \\"***\\"}'],
  ["grant_type=password&client_secret=xx", "grant_type=password&client_secret=***"],
  ["users:\n- name: x\n  user:\n    token: abc\n", "users:\n- name: x\n  user:\n    token: ***\n"],
  ["-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----", "***"],
])("masks %j as %j, and masking it twice changes nothing", (text, shown) => {
  expect(maskText(text)).toBe(shown);
  expect(maskText(shown)).toBe(shown);
});

test.each([
  "https://u:$(password)@h/x",
  "mysql://$(username):$(password)@tcp(host)/db",
  "mysql://user@tcp(host:3306)/db",
  "https://{{.user}}:{{ .pw }}@h/x?token={{ .t }}",
  "ssh://git@host/x",
  "git@github.com:org/repo.git",
  "http://[::1]:8080/x",
  "http://h:80/a@b",
  "mailto:ada@example.org",
  "nginx:1.2@sha256:abc",
  "secret://db/password",
  "configmap://db/token",
  "env://TOKEN",
  "connection://db/main",
  "TOKEN=$TOKEN curl",
  "token == 'abc'",
  "results.all(r, r.token != 'x')",
  "select t.token = u.token from t",
  "app=web,tier in (a)",
  "Basic authentication of the shop",
  "The password is changed every month",
])("finds no credential in %j", (text) => expect(maskText(text)).toBe(text));

test.each([
  ["hunter2", true],
  ["Bearer abc", true],
  ["x{{ .y }}", true],
  ['{{ "hunter2" }}', true],
  ["Bearer {{ .token }}", false],
  ["{{ .env.TOKEN }}", false],
  ['{{ index .env "TOKEN" }}', false],
  ['{{ printf "Bearer %s" .token }}', false],
  ["$(token)", false],
  ["secret://db/password", false],
  ["", false],
])("whether %j counts as a literal credential: %s", (text, expected) => expect(holdsLiteral(text)).toBe(expected));

test("a long text without a credential is searched in linear time", () => {
  for (const sign of ["a", "a.", "{{", " ", "@", "-", "=", "eyJ-"]) {
    const text = sign.repeat(200_000);
    expect(maskText(text)).toBe(text);
  }
});
