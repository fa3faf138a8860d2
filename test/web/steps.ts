import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { eventually } from '../support/eventually.ts'
import type { Person } from './people.ts'
import type { Stage } from './stage.ts'

/** What people do on several pages of the web UI. */

export type Login = Pick<Person, 'username' | 'password'>

export async function fillInLogin(page: Page, { username, password }: Login): Promise<void> {
  await page.getByLabel('Username or email address').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens the site and sends the form to sign in. */
export async function signIn(page: Page, login: Login): Promise<void> {
  await page.goto('/')
  await fillInLogin(page, login)
}

export const seesHome = (page: Page) => page.getByRole('heading', { name: 'Friends online' }).waitFor()

export async function signOut(page: Page, { username }: Pick<Person, 'username'>): Promise<void> {
  await page.getByRole('button', { name: `Account of ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

/** Answers the question that is asked before an act. */
export const confirm = (page: Page, act: string) => page.getByRole('dialog').getByRole('button', { name: act }).click()

export const seesValue = (field: Locator, value: string) => eventually(async () => (await field.inputValue()) === value)

/** What the file dialog of a button chooses. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A picture of one color. */
export async function aPicture(name = 'me.png'): Promise<ChosenFile> {
  const picture = sharp({ create: { width: 200, height: 200, channels: 3, background: '#3b51c9' } })
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() }
}

export async function chooseFile(page: Page, button: string, file: ChosenFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(file)
}

const CONFIRMATION = /https?:\S+confirmEmail\S+/

/** The first text of the newest mail to an address that matches, such as a link. Waits for the mail. */
export async function findInMail(stage: Stage, address: string, pattern: RegExp): Promise<string> {
  const mail = await stage.readMail(address, pattern)
  return pattern.exec(mail)?.[0] ?? ''
}

/** The link that confirms an address. */
export const confirmationLink = (stage: Stage, address: string) => findInMail(stage, address, CONFIRMATION)

/** Confirms the address of a new person. */
export async function confirmEmail(stage: Stage, { email }: Pick<Person, 'email'>): Promise<void> {
  await fetch(await confirmationLink(stage, email))
}
