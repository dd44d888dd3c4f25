import { createTypeAhead } from "../../lib/type-ahead.ts";

/** What is typed before a terminal that was asked for is there. One person types: the page has one. */
export const typeAhead = createTypeAhead();
