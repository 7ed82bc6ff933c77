/** False on a device that shows no PDF in a page, as phones do: what is to be printed there is downloaded. */
export const canPrint = (): boolean => navigator.pdfViewerEnabled !== false;

/** Hands a PDF to the browser's printing; a browser started with `--kiosk-printing` prints it without a question. */
export async function printPdf(file: Blob): Promise<void> {
  document.querySelector('iframe[data-print]')?.remove();
  const frame = document.createElement('iframe');
  frame.dataset.print = '';
  // Rendered and out of sight: what is not displayed is not printed.
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
