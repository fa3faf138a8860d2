import { at, type PageState } from '../pageState.ts'

export const signedOutStates: readonly PageState[] = [
  at('nobody', 'sign-in', '/sign-in'),
  at('nobody', 'sign-in-refused', '/sign-in', async (page) => {
    await page.getByLabel('Username or email address').fill(`nobody-${Math.random()}`)
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('do not match any account').waitFor()
  }),
  at('nobody', 'sign-in-suspended', '/sign-in?notice=ACCOUNT_SUSPENDED'),
  at('nobody', 'register', '/register'),
  at('nobody', 'register-refused', '/register', async (page) => {
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
  }),
  at('nobody', 'forgot-password', '/forgot-password'),
  at('nobody', 'reset-password', '/reset-password?token=unknown'),
  at('nobody', 'first-run', '/first-run'),
  at('nobody', 'not-found', '/nothing/here'),
]
