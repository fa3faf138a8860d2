import type { Page } from 'playwright-core'
import { type Journey, journey } from '../journey.ts'
import type { Stage } from '../stage.ts'
import { fillInLogin, seesHome, signOut } from '../steps.ts'

const PASSWORD = 'correct-horse-9'

/** The code that the log of a new server shows. */
function codeOf(stage: Stage): string {
  const [, code] = /with the code (\S+) makes the first admin/.exec(stage.log()) ?? []
  if (code === undefined) throw new Error(`the log shows no code: ${stage.log()}`)
  return code
}

async function fillIn(page: Page, username: string, code: string): Promise<void> {
  await page.getByLabel('Code from the server log').fill(code)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email address').fill(`${username}@plaza.test`)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Become the admin' }).click()
}

/** On an empty server, of which nothing is left afterwards. */
export const firstRunJourneys: readonly Journey[] = [
  journey('the first admin is made by the code of the log, once, and sees what is to be set up', async (stage) => {
    const [page, late] = [await stage.openTab(null), await stage.openTab(null)]
    for (const tab of [page, late]) {
      await tab.goto('/')
      await tab.waitForURL('**/first-run')
      await tab.getByRole('heading', { name: 'Set up this server' }).waitFor()
    }
    await fillIn(page, 'operator', 'AAAA-AAAA-AAAA')
    await page.getByText('This code does not work, or not any more.').waitFor()
    await page.getByLabel('Code from the server log').fill(codeOf(stage).toLowerCase())
    await page.getByRole('button', { name: 'Become the admin' }).click()
    await page.getByRole('heading', { name: 'You are the admin' }).waitFor()
    for (const done of ['The server runs in production mode.', 'The secret key is yours.'])
      await page.getByText(done).waitFor()
    for (const name of ['PUBLIC_URL', 'TLS', 'SMTP_URL'])
      await page.getByText(new RegExp(`(Set|Put) ${name}`)).waitFor()
    await fillIn(late, 'intruder', codeOf(stage))
    await late.getByRole('heading', { name: 'This server is set up' }).waitFor()
    await late.getByText('The first admin account has already been created.').waitFor()
    await late.getByRole('link', { name: 'Sign in' }).click()
    await late.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await seesHome(page)
    await page.getByText('Nobody is in a public world right now.').waitFor()
    await page.getByText('No events are planned.').waitFor()
    await signOut(page, { username: 'operator' })
    await fillInLogin(page, { username: 'operator', password: PASSWORD })
    await seesHome(page)
  }),
]
