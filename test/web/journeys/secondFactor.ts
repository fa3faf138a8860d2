import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { confirmEmail, findInMail, seesHome, signIn, signOut } from '../steps.ts'

const VERIFY = 'mutation V($input: VerifyPending2FAInput!) { verifyPending2FA(input: $input) { viewer { id } } }'

/** Returns the secret of the app. */
async function enableTotp(person: Person): Promise<string> {
  const begun = Object(await person.run('mutation { enable2FA(input: {}) { pendingSecondFactor { secret } } }'))
  const { secret } = begun.enable2FA.pendingSecondFactor
  await person.run(VERIFY, { input: { code: generateSync({ secret }) } })
  return secret
}

/** A code of the app that was not used yet: each works once, and the next one is accepted already. */
const nextCode = (secret: string) => generateSync({ secret, epoch: Date.now() / 1000 + 30 })

async function giveCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).last().fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Addresses that the server counts as places of their own, as a proxy in front would report them. */
const elsewhere = (host: number) => ({ extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${host}` } })

/** Signs in from a place where the person has never been, up to the code that was mailed. */
async function signInElsewhere(stage: Stage, host: number) {
  const person = await stage.aPerson()
  await confirmEmail(stage, person)
  const page = await stage.openTab(null, elsewhere(host))
  await signIn(page, person)
  await page.getByText("You're signing in from a new place.", { exact: false }).waitFor()
  return { person, page }
}

export const secondFactorJourneys: readonly Journey[] = [
  journey('sign in with a code of the app, and with a recovery code, after a reload half-way', async (stage) => {
    const person = await stage.aPerson()
    const secret = await enableTotp(person)
    const codes = Object(await person.run('{ viewer { recoveryCodes { code } } }')).viewer.recoveryCodes
    const page = await stage.openTab(null)
    await signIn(page, person)
    await giveCode(page, 'Six-digit code', '000000')
    await page.getByText('This code does not work, or not any more.').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await page.getByText('Recovery code', { exact: true }).click()
    await giveCode(page, 'Recovery code', codes[0].code)
    await seesHome(page)
    const other = await stage.openTab(null)
    await signIn(other, person)
    await giveCode(other, 'Six-digit code', nextCode(secret))
    await seesHome(other)
  }),

  journey('half signed in, no other page is shown, and one can begin again', async (stage) => {
    const person = await stage.aPerson()
    await enableTotp(person)
    const page = await stage.openTab(null)
    await signIn(page, person)
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await page.goto('/settings/account')
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await page.getByRole('button', { name: 'Sign in as somebody else' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const other = await stage.aPerson()
    await signIn(page, other)
    await seesHome(page)
    await page.getByRole('button', { name: `Account of ${other.username}` }).waitFor()
  }),

  journey('from a new place the code of a mail is needed', async (stage) => {
    const { person, page } = await signInElsewhere(stage, 1)
    await giveCode(page, 'Code from the email', 'ABCDEF')
    await page.getByRole('textbox', { name: 'Code from the email' }).and(page.locator('[aria-invalid=true]')).waitFor()
    await giveCode(page, 'Code from the email', (await findInMail(stage, person.email, /\b\d{6}\b/)).trim())
    await seesHome(page)
    await signOut(page, person)
    await signIn(page, person)
    await seesHome(page)
  }),

  journey('a new place is approved by the link of a mail, and the page goes on by itself', async (stage) => {
    const { person, page } = await signInElsewhere(stage, 2)
    await page.reload()
    await page.getByText("You're signing in from a new place.", { exact: false }).waitFor()
    const link = await findInMail(stage, person.email, /https?:\S+verifyLoginPlace\S+/)
    const phone = await stage.openTab(null, elsewhere(3))
    await phone.goto(link)
    await phone.getByRole('button', { name: 'Finish the login' }).click()
    await phone.getByText('The login is finished').waitFor()
    await seesHome(page)
  }),

  journey('the link of a mail that is opened in the browser that signs in leads to Home', async (stage) => {
    const { person, page } = await signInElsewhere(stage, 4)
    const beside = await stage.openTabBeside(page)
    await beside.goto(await findInMail(stage, person.email, /https?:\S+verifyLoginPlace\S+/))
    await seesHome(beside)
    await seesHome(page)
  }),

  shortJourney('set up the app by its picture, keep the recovery codes, and sign in by one', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    await page.goto('/settings/second-factor')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const secret = await page.getByRole('code').first().innerText()
    await page.getByLabel('Six-digit code').fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('This code does not work, or not any more.').waitFor()
    await page.getByLabel('Six-digit code').fill(generateSync({ secret }))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Keep these codes where you can find them').waitFor()
    await page.getByText('10 codes are left.').waitFor()
    const code = await page.getByRole('region', { name: 'Recovery codes' }).getByRole('code').first().innerText()
    await signOut(page, person)
    await signIn(page, person)
    await page.getByText('Recovery code', { exact: true }).click()
    await giveCode(page, 'Recovery code', code)
    await seesHome(page)
    await page.goto('/settings/second-factor')
    await page.getByRole('button', { name: 'Show the codes' }).click()
    await page.getByText('9 codes are left.').waitFor()
    await page.getByLabel(`${code}, used`).waitFor()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Turn on' }).waitFor()
  }),
]
