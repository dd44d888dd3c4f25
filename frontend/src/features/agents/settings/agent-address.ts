// In the address, in the place of an agent: none of them, and a new one. No agent's id is like these.
export const NO_AGENT = "-";
export const NEW_AGENT = "+";
