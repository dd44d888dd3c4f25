import { setStatus } from "./set-status.ts";

export const command = setStatus("open", "is open again.");
