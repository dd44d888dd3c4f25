import { setArchived } from "./set-archived.ts";

export const command = setArchived(true, "was archived.");
