/** False on devices that show no PDF in a page, such as phones; they download it instead. */
export const canPrint = (): boolean => navigator.pdfViewerEnabled !== false;

/** Prints a PDF; a browser started with `--kiosk-printing` prints without a dialog. */
export async function printPdf(file: Blob): Promise<void> {
  document.querySelector('iframe[data-print]')?.remove();
  const frame = document.createElement('iframe');
  frame.dataset.print = '';
  // Rendered out of sight, since `display: none` would not be printed.
  frame.style.cssText = 'position:fixed;width:1px;height:1px;inset:auto 0 0 auto;border:0;opacity:0';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  const address = URL.createObjectURL(file);
  await new Promise((loaded) => {
    frame.addEventListener('load', loaded, { once: true });
    frame.src = address;
    document.body.append(frame);
  });
  URL.revokeObjectURL(address);
  frame.contentWindow?.print();
}
