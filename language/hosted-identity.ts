// The name of the meta element with which the server's page tells the console to use the hosted identity service.
export const hostedKeyName = "clerk-publishable-key";
