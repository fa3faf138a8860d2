import type { Page } from 'playwright-core'
import { refuseField } from '../graphRoutes.ts'

/** Sends a form whose short code has no free number, which takes ten thousand groups, and finds that said at its field. */
export async function seesTakenCode(page: Page, operationName: string, send: () => Promise<void>): Promise<void> {
  const mend = await refuseField(page, operationName, 'shortCode', 'SHORT_CODE_TAKEN')
  await send()
  const field = page.getByRole('textbox', { name: 'Short code' })
  await field.and(page.locator('[aria-invalid=true]')).and(page.locator(':focus')).waitFor()
  await page.getByText('This short code is taken. Choose another one.', { exact: true }).waitFor()
  await mend()
}
