export const componentPath = (id: string) => `/topology/${id}`;
