import { createGroup, inviteToGroup } from '../acts/groups.ts'
import { awardNewBadge } from '../acts/people.ts'
import { befriend, boop, createInstance, demoWorld, invite } from '../acts.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { confirmationLink, confirmEmail, fillInLogin, findInMail, RESET, seesHome } from '../steps.ts'

const REQUEST_EXPORT = 'mutation { requestDataExport(input: {}) { viewer { id } } }'
const REQUEST_RESET =
  'mutation R($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { clientMutationId } }'

const EXPORT = /https?:\S+dataExport=finished/
const END_SESSIONS = /https?:\S+end-sessions\?token=\S+/

const NO_LINK = 'This link does not work, or not any more.'

/** Somebody whose address is confirmed, so that mails about the account reach it. */
async function aConfirmedPerson(stage: Stage): Promise<Person> {
  const person = await stage.aPerson()
  await confirmEmail(stage, person)
  return person
}

export const deepLinksJourneys: readonly Journey[] = [
  shortJourney('the link that confirms an address tells what it did, and that it works once', async (stage) => {
    const person = await stage.aPerson()
    const link = await confirmationLink(stage, person.email)
    const page = await stage.openTab(person)
    await page.goto(link)
    await page.getByText('Your email address is confirmed.', { exact: true }).waitFor()
    await page.waitForURL((url) => url.pathname === '/' && url.search === '')
    await seesHome(page)
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link did nothing' }).waitFor()
    await page.getByText(NO_LINK, { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Go to Plaza' }).click()
    await seesHome(page)
    const other = await stage.openTab(null)
    await other.goto(link)
    await other.getByText(NO_LINK, { exact: false }).waitFor()
    await other.goto('/api/1/auth/verifyLoginPlace?token=used')
    await other.getByText(NO_LINK, { exact: false }).waitFor()
    await other.getByRole('link', { name: 'Go to Plaza' }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  }),

  journey('the link of a mail about one’s data leads to it, by the page to sign in if need be', async (stage) => {
    const person = await aConfirmedPerson(stage)
    await person.run(REQUEST_EXPORT)
    const link = await findInMail(stage, person.email, EXPORT)
    const page = await stage.openTab(null)
    await page.goto(link)
    await fillInLogin(page, person)
    await page.waitForURL((url) => url.pathname === '/settings/account')
    await page.getByRole('region', { name: 'Your data' }).getByRole('button', { name: 'Download' }).waitFor()
    const signedIn = await stage.openTab(person)
    await signedIn.goto(link)
    await signedIn.waitForURL((url) => url.pathname === '/settings/account')
  }),

  journey('the link of a mail ends all sessions, and leads on to a new password', async (stage) => {
    const person = await aConfirmedPerson(stage)
    const page = await stage.openTab(person)
    await page.goto('/worlds')
    await person.run(REQUEST_EXPORT)
    const link = await findInMail(stage, person.email, END_SESSIONS)
    const phone = await stage.openTab(null)
    await phone.goto(link)
    await phone.getByRole('button', { name: 'End all sessions' }).click()
    await phone.getByText('All sessions have ended.', { exact: false }).waitFor()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await phone.getByRole('link', { name: 'set a new one' }).click()
    await phone.getByLabel('Confirmed email address').waitFor()
    await phone.goto(link)
    await phone.getByText('This link is not valid any more', { exact: false }).waitFor()
  }),

  journey('the link for a new password works for who is signed in, too', async (stage) => {
    const person = await aConfirmedPerson(stage)
    await person.run(REQUEST_RESET, { input: { email: person.email } })
    const page = await stage.openTab(person)
    await page.goto(await findInMail(stage, person.email, RESET))
    await page.getByRole('textbox', { name: 'New password' }).fill('another-horse-10')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your password is changed.', { exact: false }).waitFor()
    await fillInLogin(page, { ...person, password: 'another-horse-10' })
    await seesHome(page)
  }),

  journey('notifications lead to what they are about, and back', async (stage) => {
    const [person, friend] = [await stage.aPerson(), await stage.aPerson()]
    await befriend(person, friend)
    const world = await demoWorld(friend, 9)
    await boop(friend, person)
    await invite(friend, person, await createInstance(friend, world, 'FRIENDS'))
    const page = await stage.openTab(person)
    await page.goto('/notifications')
    const follow = async (text: string, heading: string) => {
      const row = page.getByRole('listitem').filter({ hasText: text }).first()
      await row.getByRole('link', { name: 'Show' }).click()
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.goBack()
      await row.waitFor()
    }
    await follow(`invites you to ${world.name}`, world.name)
    const owner = await stage.demoPerson('demo_grace')
    const group = await createGroup(owner, { joinState: 'INVITE', privacy: 'PRIVATE' })
    await inviteToGroup(owner, group, person)
    await page.getByRole('listitem').filter({ hasText: group.name }).getByRole('link', { name: 'Show' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/groups'))
    await page.goBack()
    const booped = page.getByRole('listitem').filter({ hasText: 'has booped you' })
    await booped.getByRole('link', { name: friend.username }).click()
    await page.getByRole('heading', { level: 1, name: friend.username }).waitFor()
    await page.goBack()
    await awardNewBadge(await stage.demoPerson('demo_admin'), person, `Climber ${person.username}`)
    const badge = page.getByRole('listitem').filter({ hasText: `Climber ${person.username}` })
    await badge.getByRole('link', { name: 'Show' }).click()
    await page.getByRole('heading', { level: 1, name: person.username }).waitFor()
  }),

  journey('an address that a file of a calendar names leads on, also by the page to sign in', async (stage) => {
    const person = await stage.aPerson()
    const path = '/group/grp_00000000-0000-4000-8000-00000000dead/calendar/cal_00000000-0000-4000-8000-00000000dead'
    const page = await stage.openTab(null)
    await page.goto(path)
    await fillInLogin(page, person)
    await page.waitForURL((url) => url.pathname.startsWith('/calendar'))
  }),
]
