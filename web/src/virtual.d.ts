// Modules that the build makes.
declare module "virtual:rulebook" {
  /** By language and game: the pages by name, and which of them are in English for want of a translation. */
  const shelf: Record<string, Record<string, () => Promise<{ default: Record<string, string>; english: string[] }>>>;
  export default shelf;
}
