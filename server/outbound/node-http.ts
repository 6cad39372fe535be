// Exports node:http without its WebSocket. An `import` evaluates all its exports, and the WebSocket loads all of
// fetch(): 2 MB that the server does not use.
export const { Agent, request } = process.getBuiltinModule("node:http");
