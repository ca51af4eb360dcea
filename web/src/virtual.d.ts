// Modules that the build makes.
declare module "virtual:rulebook/*" {
  const pages: Record<string, string>;
  export default pages;
}
