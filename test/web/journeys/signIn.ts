import { type Journey, journey } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { fillInLogin, seesHome, signIn, signOut } from '../steps.ts'

const DAY = 86_400_000

/** Suspends somebody, for a day or for good. */
async function suspend(stage: Stage, person: Person, isForGood = false): Promise<void> {
  const admin = await stage.demoPerson('demo_admin')
  const endsAt = isForGood ? {} : { endsAt: new Date(Date.now() + DAY).toISOString() }
  await admin.run('mutation S($input: SuspendUserInput!) { suspendUser(input: $input) { user { id } } }', {
    input: { userId: person.id, reason: 'Spam in <b>groups</b>', ...endsAt },
  })
}

export const signInJourneys: readonly Journey[] = [
  journey('sign in by password, after a wrong one, and out again', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(null)
    await signIn(page, { ...person, password: 'wrong-password' })
    await page.getByText('This name and password do not match any account.').waitFor()
    const name = await page.getByLabel('Username or email address').inputValue()
    if (name !== person.username) throw new Error(`the name is ${name}`)
    await fillInLogin(page, person)
    await seesHome(page)
    await signOut(page, person)
    await page.getByText('You are signed out.').waitFor()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }),

  journey('a demo account signs in by one click more', async (stage) => {
    const page = await stage.openTab(null)
    await page.goto('/')
    await page.getByText('This server has demo data. Sign in as:').waitFor()
    await page.getByRole('button', { name: 'demo_linus' }).click()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await seesHome(page)
  }),

  journey('a page that needs a session is shown after sign-in', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(null)
    await page.goto('/notifications')
    await page.waitForURL(/\/sign-in\?to=/)
    await fillInLogin(page, person)
    await page.waitForURL('**/notifications')
    await page.goto('/sign-in?to=//evil.example/')
    await page.waitForURL((url) => url.pathname === '/')
    await seesHome(page)
  }),

  journey('a suspended person reads why, and until when', async (stage) => {
    const person = await stage.aPerson()
    await suspend(stage, person)
    const page = await stage.openTab(null)
    await signIn(page, person)
    await page.getByText('Your account is suspended.').waitFor()
    await page.getByText('Reason: Spam in <b>groups</b>').waitFor()
    await page.getByText(/It is suspended until \w+ \d+, \d{4}/).waitFor()
  }),

  journey('somebody who is suspended while a page is open reads so, and at the next sign-in why', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    await page.goto('/people')
    await page.getByText('You have no friends here yet.').waitFor()
    await suspend(stage, person, true)
    await page.getByText('Your account was suspended. Sign in to see why and until when.').waitFor()
    await fillInLogin(page, person)
    await page.getByText('It is suspended for good.').waitFor()
    await page.getByText('Reason: Spam in <b>groups</b>').waitFor()
  }),

  journey('the whole way in German, and the language changed on the way', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(null, { locale: 'de-DE' })
    await page.goto('/')
    await page.getByLabel('Benutzername oder E-Mail-Adresse').fill(person.username)
    await page.getByRole('textbox', { name: 'Passwort' }).fill(person.password)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('heading', { name: 'Freunde online' }).waitFor()
    const language = await page.locator('html').getAttribute('lang')
    if (language !== 'de') throw new Error(`the language of the page is ${language}`)
    await page.goto('/settings/appearance')
    await page.getByLabel('Sprache').selectOption({ label: 'English' })
    await page.getByRole('heading', { name: 'This device', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'This device', exact: true }).waitFor()
  }),
]
