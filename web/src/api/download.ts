/** Fetch a file of the server: a link does it, except in a frame, where only requests of the page are let in. */
import type { MouseEvent } from "react";
import { announce } from "./pageErrors";
import { admit, isEmbedded } from "./embedding";

/** What a link to a file does when it is clicked: `<a href={address} download onClick={onDownload}>`. */
export function onDownload(event: MouseEvent<HTMLAnchorElement>): void {
  if (!isEmbedded()) return;
  event.preventDefault();
  const { href, download } = event.currentTarget;
  void save(href, download);
}

async function save(href: string, name: string): Promise<void> {
  const response = await fetch(await admit(new Request(href)));
  if (!response.ok) {
    announce("unauthorized");
    return;
  }
  const said = /filename="?([^";]+)"?/u.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name === "" ? (said ?? "download") : name;
  link.click();
  // Some browsers begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
