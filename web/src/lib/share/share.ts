// Hands a picture on: to the device's own way of sharing where it takes files, else as a download.

export interface Shared {
  picture: Blob;
  /** The file's name. */
  name: string;
  text: string;
  /** Where it can be seen again, if anywhere. */
  address: string | null;
}

/** What became of it; `closed` is when somebody decided not to share after all. */
export type Outcome = "shared" | "saved" | "closed";

export async function share({ picture, name, text, address }: Shared): Promise<Outcome> {
  const files = [new File([picture], name, { type: picture.type })];
  const data = { files, text, ...(address === null ? {} : { url: address }) };
  if (navigator.canShare?.(data)) {
    try {
      await navigator.share(data);
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "closed";
      // A device that promised more than it can do: the picture is saved instead.
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return "saved";
}
