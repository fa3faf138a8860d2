import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { aStaffMember } from '../acts.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { fillInLogin, seesHome, signIn } from '../steps.ts'

const VERIFY = 'mutation V($input: VerifyPending2FAInput!) { verifyPending2FA(input: $input) { viewer { id } } }'
const DELETE = 'mutation D($input: DeleteAccountInput!) { deleteAccount(input: $input) { clientMutationId } }'
const REASON = 'They have asked for it by mail'
/** Wrong passwords of one network that lock an account. */
const MOST_WRONG = 5

/** An address of its own, so that failed logins lock nobody else out. */
const elsewhere = (host: number) => ({ extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${host}` } })

/** Somebody of the staff who helps people. */
const aHelper = (stage: Stage, permission = 'PEOPLE') => aStaffMember(stage, permission)

/** Finds a person in the console, and opens the page about them. */
async function openInConsole(stage: Stage, { username }: Pick<Person, 'username'>): Promise<Page> {
  const page = await stage.openTab(await aHelper(stage))
  await page.goto('/console/people')
  await page.getByLabel('Name, username or e-mail address').fill(username)
  await page.waitForURL(/q=/)
  await page.getByRole('row').getByRole('link', { name: username, exact: true }).click()
  await heading(page, username).waitFor()
  return page
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function chooseAct(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: 'Act', exact: true }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

const fill = (page: Page, label: string, text: string) => page.getByRole('dialog').getByLabel(label).fill(text)
const send = (page: Page, act: string) =>
  page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()

/** Does an act that needs a reason alone. */
async function actWithReason(page: Page, act: string): Promise<void> {
  await chooseAct(page, act)
  await fill(page, 'Reason, for the audit log', REASON)
  await send(page, act)
}

async function enableTotp(person: Person): Promise<void> {
  const begun = Object(await person.run('mutation { enable2FA(input: {}) { pendingSecondFactor { secret } } }'))
  const { secret } = begun.enable2FA.pendingSecondFactor
  await person.run(VERIFY, { input: { code: generateSync({ secret }) } })
}

async function lockOut(page: Page, { username }: Person): Promise<void> {
  await page.goto('/')
  for (let count = 0; count < MOST_WRONG; count++) {
    await fillInLogin(page, { username, password: `not-this-${count}` })
    await page.getByText('This name and password do not match any account.').waitFor()
  }
}

export const consolePeopleJourneys: readonly Journey[] = [
  shortJourney('a person who is locked out by wrong passwords is let in by the staff', async (stage) => {
    const person = await stage.aPerson()
    const outside = await stage.openTab(null, elsewhere(201))
    await lockOut(outside, person)
    await fillInLogin(outside, person)
    await outside.getByText('That was too often.', { exact: false }).waitFor()
    const page = await openInConsole(stage, person)
    await page.getByRole('tab', { name: 'Sessions and security' }).click()
    await page.getByText('5 of 5').first().waitFor()
    await page.getByRole('button', { name: 'Lift the lock' }).click()
    await fill(page, 'Reason, for the audit log', REASON)
    await send(page, 'Lift the lock')
    await page.getByText('No failed attempts count at the moment.').waitFor()
    await fillInLogin(outside, person)
    await seesHome(outside)
    stage.takeFaults()
  }),

  journey('the second factor of a person is reset, who then signs in by the password alone', async (stage) => {
    const person = await stage.aPerson()
    await enableTotp(person)
    const page = await openInConsole(stage, person)
    await actWithReason(page, 'Reset the second factor')
    await page.getByText(`The second factor of ${person.username} was reset.`).waitFor()
    const outside = await stage.openTab(null)
    await signIn(outside, person)
    await seesHome(outside)
  }),

  journey('a person is renamed, and gets the former name back', async (stage) => {
    const person = await stage.aPerson()
    const page = await openInConsole(stage, person)
    const name = `n${person.username.slice(-12)}`
    for (const [next, before] of [
      [name, person.username],
      [person.username, name],
    ] as const) {
      await chooseAct(page, 'Rename')
      await fill(page, 'New display name', next)
      await fill(page, 'Reason, for the audit log', REASON)
      await send(page, 'Rename')
      await heading(page, next).waitFor()
      await page.getByRole('listitem').getByText(before, { exact: true }).waitFor()
    }
    await page.getByRole('tab', { name: 'Reports and acts' }).click()
    await page.getByText(REASON).first().waitFor()
  }),

  journey('sessions that the staff ends are told at once in the other browser', async (stage) => {
    const person = await stage.aPerson()
    const other = await stage.openTab(person)
    await other.goto('/')
    await seesHome(other)
    const page = await openInConsole(stage, person)
    await actWithReason(page, 'End sessions')
    await other.getByText(/^Your session was ended/).waitFor()
    await page.getByRole('tab', { name: 'Sessions and security' }).click()
    await page.getByText('Nobody is logged in.').waitFor()
    stage.takeFaults()
  }),

  journey('an account is erased once its name was typed', async (stage) => {
    const person = await stage.aPerson()
    const page = await openInConsole(stage, person)
    await chooseAct(page, 'Erase')
    await fill(page, 'Display name of the person', 'Somebody else')
    await fill(page, 'Reason, for the audit log', REASON)
    await send(page, 'Erase')
    await page.getByText('This is not the display name of the person.').waitFor()
    await fill(page, 'Display name of the person', person.username)
    await send(page, 'Erase')
    await page.getByText(`${person.username} is being erased.`).waitFor()
    const outside = await stage.openTab(null, elsewhere(202))
    await signIn(outside, person)
    await outside.getByText('This name and password do not match any account.').waitFor()
    stage.takeFaults()
  }),

  journey('a deletion that a person has asked for is cancelled', async (stage) => {
    const person = await stage.aPerson()
    await person.run(DELETE, { input: {} })
    const page = await openInConsole(stage, person)
    await page.getByText('The account is erased on', { exact: false }).waitFor()
    await actWithReason(page, 'Cancel the deletion')
    await page.getByText('The account is erased on', { exact: false }).waitFor({ state: 'detached' })
  }),

  journey('a person is suspended until a time, and let in again', async (stage) => {
    const person = await stage.aPerson()
    const page = await openInConsole(stage, person)
    await chooseAct(page, 'Suspend')
    await page.getByRole('dialog').getByLabel('How long').selectOption('3')
    await fill(page, 'Explanation to the person', 'Spam in every world')
    await send(page, 'Suspend')
    await page.getByText(/It is suspended until \w+ \d+, \d{4}/).waitFor()
    const outside = await stage.openTab(null)
    await signIn(outside, person)
    await outside.getByText('Spam in every world', { exact: false }).waitFor()
    await chooseAct(page, 'Lift the suspension')
    await send(page, 'Lift the suspension')
    await page.getByText(/It is suspended until/).waitFor({ state: 'detached' })
    await signIn(outside, person)
    await seesHome(outside)
    stage.takeFaults()
  }),

  journey('staff without the permission is refused, and nobody but an admin acts upon an admin', async (stage) => {
    const [helper, others] = [await aHelper(stage), await aHelper(stage, 'REPORTS')]
    const page = await stage.openTab(others)
    await page.goto('/console/people')
    await page.getByText('People is not for you').waitFor()
    const admin = await stage.demoPerson('demo_admin')
    const helping = await stage.openTab(helper)
    await helping.goto(`/people/${admin.id}`)
    await helping.getByRole('link', { name: 'In the console' }).click()
    await chooseAct(helping, 'Rename')
    await fill(helping, 'New display name', `n${helper.username.slice(-12)}`)
    await fill(helping, 'Reason, for the audit log', REASON)
    await send(helping, 'Rename')
    await helping.getByText('Only admins act upon the staff', { exact: false }).waitFor()
    stage.takeFaults()
  }),
]
