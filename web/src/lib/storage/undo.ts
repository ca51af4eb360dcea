// Deleting something that can be taken back for some seconds.
import { t } from "../i18n/index.svelte";
import { showToast } from "../ui/toasts.svelte";
import { load, remove, save } from "./database";

type Store = Parameters<typeof remove>[0];

/** Deletes a stored value at once and offers to bring it back; `changed` is called after either. */
export async function removeWithUndo(store: Store, id: string, title: string, changed: () => void): Promise<void> {
  const value = await load(store, id);
  await remove(store, id);
  changed();
  if (!value) return;
  const restore = async (): Promise<void> => {
    await save(store, value);
    changed();
  };
  const failed = (): void => showToast(t("trouble.storage"), true);
  showToast(t("undo.deleted", { title }), false, {
    label: t("undo.take-back"),
    run: () => void restore().catch(failed),
  });
}
