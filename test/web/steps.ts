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

/** Opens the menu of all else that can be done about somebody or something, and chooses from it. */
export async function chooseInMenu(
  page: Page,
  name: string,
  item: string,
  role: 'menuitem' | 'menuitemradio' = 'menuitem',
): Promise<void> {
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole(role, { name: item, exact: true }).click()
}

/** What says on the page of a person that they are a friend. */
export const friendMark = (page: Page) =>
  page.getByRole('region', { name: 'Profile' }).getByText('Friend', { exact: true })

export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })

/** Whether an address has these parts in its search. */
export const hasSearch = (parts: Readonly<Record<string, string>>) => (url: URL) =>
  Object.entries(parts).every(([name, value]) => url.searchParams.get(name) === value)

/** Waits until the focus is where it should be. */
export const hasFocus = (element: Locator) => element.and(element.page().locator(':focus')).waitFor()

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

/** Chooses a file for a field of a form, and waits until it is sent. */
export async function chooseUpload(page: Page, button: string, file: ChosenFile): Promise<void> {
  await chooseFile(page, button, file)
  await page.getByText(file.name).waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
}

/** The link of a mail that lets one choose a new password. */
export const RESET = /https?:\S+resetPassword=\S+/
/** Confirms that one owns the rights of what is uploaded. */
export const agree = (page: Page) => page.getByRole('checkbox', { name: /^I own the rights/ }).check()

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
