import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { eventually } from '../../support/eventually.ts'
import { moderate, updateProfile } from '../acts.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import { aPicture, chooseFile, confirm, confirmEmail, fillInLogin, seesHome, seesValue, signIn } from '../steps.ts'

export const settingsJourneys: readonly Journey[] = [
  shortJourney('change the profile, while another device changes it, too', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    await page.goto('/settings')
    await page.waitForURL('**/settings/profile')
    const bio = page.getByRole('textbox', { name: 'About you' })
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByLabel('Link 1', { exact: true }).fill('no address')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Links begin with').waitFor()
    await page.getByLabel('Link 1', { exact: true }).fill('https://plaza.example/me')
    await bio.fill('Written <b>here</b>')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await updateProfile(person, { bio: 'Written there' })
    await seesValue(bio, 'Written there')
    await bio.fill('Being written')
    await updateProfile(person, { bio: 'Written there again', pronouns: 'they/them' })
    await page.getByText('Changed elsewhere while you were editing: About you').waitFor()
    await seesValue(page.getByLabel('Pronouns'), 'they/them')
    await seesValue(bio, 'Being written')
    await page.getByRole('button', { name: 'Show the new version' }).click()
    await seesValue(bio, 'Written there again')
  }),

  journey(
    'ask for a copy of everything that is kept, and download it once the identity is confirmed',
    async (stage) => {
      const person = await stage.aPerson()
      await updateProfile(person, { bio: 'Kept <b>here</b>' })
      const page = await stage.openTab(person)
      await page.goto('/settings/account')
      await page.getByRole('button', { name: 'Request my data' }).click()
      const download = page.getByRole('button', { name: /^Download \(.+B\)$/ })
      await download.waitFor()
      await page.route('**/auth/user/export', (route) => route.fulfill({ status: 403 }), { times: 1 })
      await download.click()
      const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
      await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password)
      const [stored] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Continue' }).click(),
      ])
      const archive = gunzipSync(readFileSync(await stored.path())).toString()
      if (!archive.includes('Kept <b>here</b>')) throw new Error('the archive has no profile')
    },
  ),

  journey('delete the account, and keep it by signing in again', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    await page.goto('/settings/account')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await confirm(page, 'Delete my account')
    await page.getByText(/Your account will be erased on \w+ \d+, \d{4}/).waitFor()
    const admin = await stage.demoPerson('demo_admin')
    const read = async () =>
      Object(await admin.run('query A($id: ID!) { user(id: $id) { account { deletionAt } } }', { id: person.id })).user
    if ((await read()).account.deletionAt === null) throw new Error('the deletion was cancelled')
    await fillInLogin(page, person)
    await seesHome(page)
    await eventually(async () => (await read()).account.deletionAt === null)
  }),

  journey('choose a picture, whose upload shows how far it is, and remove it', async (stage) => {
    const page = await stage.openTab(await stage.aPerson())
    await page.goto('/settings/profile')
    const file = await aPicture()
    await chooseFile(page, 'Choose a file: Profile picture', { ...file, buffer: Buffer.from('no picture') })
    await page.getByText('This kind of file does not work here, or the file is damaged.').waitFor()
    let goOn = () => {}
    const seen = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route(/\/upload\//, async (route) => {
      await seen
      await route.continue()
    })
    await chooseFile(page, 'Choose a file: Icon', file)
    await page.getByRole('progressbar', { name: `Progress: ${file.name}` }).waitFor({ state: 'attached' })
    goOn()
    await page.getByRole('button', { name: 'Remove: Icon' }).click()
    await confirm(page, 'Remove')
    await page.getByRole('button', { name: 'Choose a file: Icon' }).waitFor()
  }),

  journey('change the address and the password, which ends the other sessions and says why', async (stage) => {
    const person = await stage.aPerson()
    const elsewhere = await stage.openTab(null)
    await signIn(elsewhere, person)
    await seesHome(elsewhere)
    const page = await stage.openTab(person)
    await page.goto('/settings/account')
    const email = page.getByRole('region', { name: 'Email address' })
    await email.getByLabel('New email address').fill(`new.${person.email}`)
    await email.getByLabel('Current password').fill('wrong-password')
    await email.getByRole('button', { name: 'Change the address' }).click()
    await email.getByText('This is not your current password.').waitFor()
    await email.getByLabel('Current password').fill(person.password)
    await email.getByRole('button', { name: 'Change the address' }).click()
    await email.getByText(`new.${person.email} is not confirmed yet`).waitFor()
    await confirmEmail(stage, { email: `new.${person.email}` })
    await email.getByText('Confirmed', { exact: true }).waitFor()
    const password = page.getByRole('region', { name: 'Password' })
    await password.getByLabel('New password').fill('another-horse-10')
    await password.getByLabel('Current password').fill(person.password)
    await password.getByRole('button', { name: 'Change the password' }).click()
    await seesValue(password.getByLabel('New password'), '')
    await elsewhere.getByText('Your password or second factor was changed, so your session has ended.').waitFor()
  }),

  journey('change the names; the new username signs in', async (stage) => {
    const person = await stage.aPerson()
    const username = `n${person.username.slice(3)}`
    const page = await stage.openTab(person)
    await page.goto('/settings/account')
    const panel = page.getByRole('region', { name: 'Username' })
    await panel.getByLabel('Name to sign in with').fill('x')
    await panel.getByLabel('Current password').fill(person.password)
    await panel.getByRole('button', { name: 'Change the username' }).click()
    await panel.getByText('Use 4 or more characters.').waitFor()
    await panel.getByLabel('Name to sign in with').fill(username)
    await panel.getByRole('button', { name: 'Change the username' }).click()
    await page.getByText('Saved.').waitFor()
    await page.goto('/settings/profile')
    const name = page.getByRole('region', { name: 'Display name' })
    await name.getByLabel('Name', { exact: true }).fill(`d${username}`.slice(0, 15))
    await name.getByLabel('Current password').fill(person.password)
    await name.getByRole('button', { name: 'Change the name' }).click()
    await page.getByRole('button', { name: `Account of ${`d${username}`.slice(0, 15)}` }).waitFor()
    const other = await stage.openTab(null)
    await signIn(other, { ...person, username })
    await seesHome(other)
  }),

  journey('end the session of one device, and those of all others', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    await page.goto('/settings/sessions')
    await page.getByText('This one').waitFor()
    const elsewhere = await stage.openTab(null)
    const ended = elsewhere.getByText('Your session was ended from another device. Sign in again.')
    await signIn(elsewhere, person)
    await seesHome(elsewhere)
    await page
      .getByRole('button', { name: /^End the session Chrome/ })
      .first()
      .click()
    await confirm(page, 'End')
    await ended.waitFor()
    await fillInLogin(elsewhere, person)
    await seesHome(elsewhere)
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await confirm(page, 'End')
    await ended.waitFor()
    await page.getByRole('button', { name: 'End all other sessions' }).waitFor({ state: 'detached' })
  }),

  journey('a switch of privacy works at once, in another tab, too', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    const beside = await stage.openTabBeside(page)
    for (const tab of [page, beside]) {
      await tab.goto('/settings/privacy')
      await tab.getByRole('switch', { name: 'Friends can boop me' }).and(tab.locator(':checked')).waitFor()
    }
    await page.getByRole('switch', { name: 'Friends can boop me' }).click()
    await beside.getByRole('switch', { name: 'Friends can boop me' }).and(beside.locator(':not(:checked)')).waitFor()
    await page.getByRole('switch', { name: 'Horror' }).click()
    await beside.getByRole('switch', { name: 'Horror' }).and(beside.locator(':checked')).waitFor()
    await page.reload()
    await page.getByRole('switch', { name: 'Horror' }).and(page.locator(':checked')).waitFor()
  }),

  journey('quick clicks on switches of privacy all count, also two on the same', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    await page.goto('/settings/privacy')
    const names = [
      'Friends can boop me',
      'Horror',
      'Violence',
      'Others can copy my avatar',
      'Blood and injuries',
      'Horror',
    ]
    await page.getByRole('switch', { name: 'Friends can boop me' }).and(page.locator(':checked')).waitFor()
    const switches = names.map((name) => page.getByRole('switch', { name }))
    // All at once: a person on a slow line clicks faster than the answers come.
    await page.route('**/graphql', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    for (const one of switches) await one.evaluate((input: HTMLInputElement) => input.click())
    const read = '{ viewer { isBoopingEnabled contentFilters user { allowsAvatarCopying } } }'
    await eventually(async () => {
      const { viewer } = Object(await person.run(read))
      return !viewer.isBoopingEnabled && String(viewer.contentFilters.toSorted()) === 'GORE,VIOLENCE'
    })
    await page.getByRole('switch', { name: 'Horror' }).and(page.locator(':not(:checked)')).waitFor()
    await page.getByRole('switch', { name: 'Violence' }).and(page.locator(':checked')).waitFor()
  }),

  journey('unblock and unmute a person', async (stage) => {
    const [person, other] = [await stage.aPerson(), await stage.aPerson()]
    for (const type of ['BLOCK', 'MUTE'] as const) await moderate(person, other, type)
    const page = await stage.openTab(person)
    await page.goto('/settings/blocked')
    await page.getByRole('button', { name: `Unblock ${other.username}` }).click()
    await page.getByText("You haven't blocked anybody.").waitFor()
    await page.getByRole('button', { name: `Unmute ${other.username}` }).click()
    await page.getByText("You haven't muted anybody.").waitFor()
  }),

  journey('change an invite message; its kind is in the address', async (stage) => {
    const page = await stage.openTab(await stage.aPerson())
    await page.goto('/settings/invite-messages')
    await page.getByLabel('Kind').selectOption({ label: 'Requests for an invite' })
    await page.waitForURL(/messages=REQUEST/)
    await page.getByText('May I join you?').waitFor()
    await page.getByRole('button', { name: 'Change message 1', exact: true }).click()
    await page.getByLabel('Message 1', { exact: true }).fill('Knock knock')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Can be changed again in 60 minutes.').waitFor()
    await page.goBack()
    await page.getByText('See you there!').waitFor()
  }),
]
