// What the frame around the pages needs to know from the page inside it.

/** Whether cards are on the screen, so that header and navigation step back; and what the table says about its match. */
export const frame = $state({ atTable: false, about: "" });
