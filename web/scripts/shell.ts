// Renders the front page into index.html, so that it is visible before the script has loaded.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createServer, type Plugin } from "vite";

export function shell(): Plugin {
  return {
    name: "eights-shell",
    apply: "build",
    transformIndexHtml: {
      order: "pre",
      async handler(page) {
        const { head, body } = await drawn();
        // The policy of the server forbids styles in attributes; they would be missing without a word.
        if (/\sstyle=/.test(body)) throw new Error("the front page has a style attribute, which the policy forbids");
        return page
          .replace("<title>Eights</title>", () => head)
          .replace('<div id="app"></div>', () => `<div id="app">${body}</div>`);
      },
    },
    // Nearly all of these is needed at once. Told so, the browser compiles it while it loads, beside the page's own work.
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === "chunk" && /^(first|table)$/.test(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
  };
}

/** What the front page looks like to somebody who has never been here. */
async function drawn(): Promise<{ head: string; body: string }> {
  const server = await createServer({
    configFile: false,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [svelte()],
  });
  try {
    const { shell } = await server.ssrLoadModule("/src/shell.ts");
    const { head, body } = (shell as () => { head: string; body: string })();
    // Svelte's short comments are not HTML by the book, and Vite complains about them.
    return { head, body: body.replaceAll("<!>", "<!---->") };
  } finally {
    await server.close();
  }
}
