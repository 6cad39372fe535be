// node:http without its WebSocket. Imported as a module, everything that it offers is made ready at once, and the WebSocket brings
// all of fetch() along: 2 MB that nobody here uses.
export const { Agent, request } = process.getBuiltinModule("node:http");
