// Types of browser.mjs, for the test configuration.
export const executablePath: string;
export const args: string[];
