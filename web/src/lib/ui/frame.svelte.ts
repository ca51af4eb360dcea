// What the frame around the pages needs to know from the page inside it.

/** Whether cards are on the screen, so that header and navigation step back. */
export const frame = $state({ atTable: false });
