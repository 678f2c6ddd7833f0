import { Download } from 'lucide-react';
import { apiUrl } from '../api/base.ts';
import { showProblem } from './show-problem.ts';
import { showSnack } from './snackbar.ts';

/** Downloads the file at an address that is created now. */
export async function downloadFile(address: () => Promise<string>, started: string): Promise<void> {
  try {
    const link = document.createElement('a');
    link.href = apiUrl(await address());
    link.download = '';
    link.rel = 'noreferrer';
    // The browser downloads and stores the file as a stream, without loading it into this page.
    link.click();
    showSnack({ text: started, icon: Download });
  } catch (error) {
    showProblem(error);
  }
}
