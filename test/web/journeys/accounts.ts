import type { Page } from 'playwright-core'
import { type Journey, journey, shortJourney } from '../journey.ts'
import { confirmationLink, confirmEmail, findInMail, RESET, seesHome, signIn } from '../steps.ts'

async function fillInRegistration(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email address').fill(`${username}@plaza.test`)
  await page.getByRole('textbox', { name: 'Password' }).fill('short')
  await page.getByLabel('Date of birth').fill('1991-02-03')
  await page.getByLabel('I accept the terms').check()
}

async function setNewPassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
}

export const accountJourneys: readonly Journey[] = [
  shortJourney('register, and confirm the address by the link of the mail, which is sent again', async (stage) => {
    const username = `reg${Date.now() % 1e9}`
    const email = `${username}@plaza.test`
    const page = await stage.openTab(null)
    await page.goto('/register')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('You must accept this to create an account.').waitFor()
    await fillInRegistration(page, username)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('At least 8 characters.', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill('correct-horse-9')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText(`Confirm ${email}`).waitFor()
    const first = await confirmationLink(stage, email)
    await page.getByRole('button', { name: 'Send it again' }).click()
    await page.getByText('The email is on its way.').waitFor()
    await page.goto(first)
    await seesHome(page)
    await page.getByText(`Confirm ${email}`).waitFor({ state: 'detached' })
  }),

  journey('the address is confirmed in another browser, and the open page takes its hint away', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    await page.goto('/')
    await page.getByText(`Confirm ${person.email}`).waitFor()
    const other = await stage.openTab(null)
    await other.goto(await confirmationLink(stage, person.email))
    await other.getByText('Your email address is confirmed. Sign in to continue.').waitFor()
    await page.getByText(`Confirm ${person.email}`).waitFor({ state: 'detached' })
  }),

  journey('a name that is taken, and somebody too young, are told at the fields', async (stage) => {
    const { username } = await stage.aPerson()
    const page = await stage.openTab(null)
    await page.goto('/register')
    await fillInRegistration(page, username)
    await page.getByRole('textbox', { name: 'Password' }).fill('correct-horse-9')
    await page.getByLabel('Date of birth').fill(`${new Date().getFullYear() - 5}-01-01`)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('You must be at least 13 years old').waitFor()
    await page.getByLabel('Date of birth').fill('1991-02-03')
    await page.getByLabel('Email address').fill(`other.${username}@plaza.test`)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('This username is taken').waitFor()
  }),

  journey('set a new password by the link of a mail, which works once', async (stage) => {
    const person = await stage.aPerson()
    await confirmEmail(stage, person)
    const page = await stage.openTab(null)
    await page.goto('/forgot-password')
    await page.getByLabel('Confirmed email address').fill(person.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('an email is on its way').waitFor()
    const link = await findInMail(stage, person.email, RESET)
    await setNewPassword(page, link, 'short')
    await page.getByText('At least 8 characters.', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'New password' }).fill('another-horse-10')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your password is changed.').waitFor()
    await signIn(page, { ...person, password: 'another-horse-10' })
    await seesHome(page)
    const other = await stage.openTab(null)
    await setNewPassword(other, link, 'a-third-horse-11')
    await other.getByText('This link does not work, or not any more. Request a new one.').waitFor()
    await other.getByRole('link', { name: 'Request a new link' }).click()
    await other.getByLabel('Confirmed email address').waitFor()
  }),
]
