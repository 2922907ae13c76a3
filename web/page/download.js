// @ts-check
// Gives the user a file.

export function download(name, content) {
  const url = URL.createObjectURL(new Blob([content]));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // The browser has started to write the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
