import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { assert, createRole, giveRole, openSection } from '../acts/groupManage.ts'
import { aFounder, createGroup, type JourneyGroup, joinGroup } from '../acts/groups.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { confirm, nameField, seesValue } from '../steps.ts'

const ROLES =
  'query R($id: ID!) { group(id: $id) { roles(first: 50) { nodes { id name order permissions isAddedOnJoin } } } }'
const UPDATE_ROLE = 'mutation U($input: UpdateGroupRoleInput!) { updateGroupRole(input: $input) { groupRole { id } } }'

interface Role {
  readonly id: string
  readonly name: string
  readonly order: number
  readonly permissions: readonly string[]
  readonly isAddedOnJoin: boolean
}

async function rolesOf(person: Person, { id }: JourneyGroup): Promise<readonly Role[]> {
  return Object(await person.run(ROLES, { id })).group.roles.nodes
}

const named = (roles: readonly Role[], name: string) => roles.find((role) => role.name === name)

/** A captain, who makes roles and gives them, below the owner; the mate's role is below the captain's. */
async function aCaptain(stage: Stage) {
  const [owner, captain] = [await aFounder(stage), await stage.aPerson()]
  const group = await createGroup(owner)
  await joinGroup(captain, group)
  const permissions = ['ROLES_MANAGE', 'ROLES_ASSIGN', 'MEMBERS_MANAGE', 'AUDIT_VIEW']
  const captainRole = await createRole(owner, group, { name: 'Captain', permissions })
  await createRole(owner, group, { name: 'Mate', permissions: ['AUDIT_VIEW'] })
  await giveRole(owner, captainRole, captain)
  const page = await stage.openTab(captain)
  await openSection(page, group, 'roles')
  await page.getByRole('heading', { level: 2, name: 'Roles' }).waitFor()
  return { owner, captain, group, page }
}

/** Takes a template, drops it and fills in a role that does not lead the group, which alone can be for everybody. */
async function fillInDeckhand(page: Page): Promise<void> {
  await page.getByLabel('Start from').selectOption({ label: 'Moderator (managed, open)' })
  await seesValue(nameField(page), 'Moderator')
  assert(!(await page.getByRole('checkbox', { name: 'Moderate instances' }).isChecked()), 'the template gives more')
  await page.getByLabel('Start from').selectOption({ label: 'Nothing' })
  await nameField(page).fill('Deckhand')
  const onJoin = page.getByRole('switch', { name: 'Everybody who joins gets it' })
  await onJoin.click()
  const audit = page.getByRole('checkbox', { name: 'Read the audit log' })
  assert(await audit.isDisabled(), 'a role for everybody leads the group')
  await onJoin.click()
  await audit.check()
  assert(await onJoin.isDisabled(), 'a role that leads the group is for everybody')
  await audit.uncheck()
}

/** Moves the new role by the keyboard, up to below the roles that lead the group. */
async function moveDeckhandUp(page: Page, captain: Person, group: JourneyGroup): Promise<void> {
  const up = page.getByRole('button', { name: 'Move Deckhand up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^Deckhand is now number \d+\.$/).waitFor({ state: 'attached' })
  await eventually(async () => {
    const roles = await rolesOf(captain, group)
    return (named(roles, 'Deckhand')?.order ?? 99) < (named(roles, 'Member')?.order ?? 0)
  })
  assert(await up.evaluate((button) => button === document.activeElement), 'the button has lost the focus')
  // Above it stand the roles that lead the group.
  await page.keyboard.press('Enter')
  const before = await rolesOf(captain, group)
  assert((named(before, 'Deckhand')?.order ?? 0) > (named(before, 'Mate')?.order ?? 99), 'it stands among the leading')
  const mateUp = page.getByRole('button', { name: 'Move Mate up' })
  assert((await mateUp.getAttribute('aria-disabled')) === 'true', 'a role can be moved above the own one')
}

export const groupRolesJourneys: readonly Journey[] = [
  journey(
    'make a role below the own one, which says what is not allowed, and move it by the keyboard',
    async (stage) => {
      const { owner, captain, group, page } = await aCaptain(stage)
      const ownerPage = await stage.openTab(owner)
      await openSection(ownerPage, group, 'roles')
      await page.getByRole('link', { name: 'View: Captain' }).click()
      await page.getByText('This role is not below your own, so you cannot change it.').waitFor()
      assert(await nameField(page).isDisabled(), 'the own role can be changed')
      await page.getByRole('link', { name: 'Back to all roles' }).click()
      await page.getByRole('link', { name: 'View: Everyone' }).click()
      await page.getByText('needs the permission “Role of all members”', { exact: false }).waitFor()
      await page.getByRole('link', { name: 'Back to all roles' }).click()
      await page.getByRole('link', { name: 'Create a role' }).click()
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByText('Use 1 or more characters.').waitFor()
      const details = page.getByRole('checkbox', { name: 'Details of the group' })
      assert(await details.isDisabled(), 'the captain gives what they lack')
      await page.getByText('You do not have it yourself, so you cannot give it.', { exact: false }).first().waitFor()
      await fillInDeckhand(page)
      await seesSoon({
        act: 'a new role',
        run: () => page.getByRole('button', { name: 'Create', exact: true }).click(),
        seen: ownerPage.getByRole('link', { name: 'Edit: Deckhand' }),
      })
      await moveDeckhandUp(page, captain, group)
    },
  ),

  journey('two managers edit one role at once, and one deletes it under the eyes of the other', async (stage) => {
    const { owner, group, page } = await aCaptain(stage)
    const mate = named(await rolesOf(owner, group), 'Mate')
    await page.getByRole('link', { name: 'Edit: Mate' }).click()
    await page.waitForURL((url) => url.searchParams.get('role') === mate?.id)
    await nameField(page).fill('First mate')
    const change = (input: object) => owner.run(UPDATE_ROLE, { input: { roleId: mate?.id, ...input } })
    await change({ name: 'Second mate', description: 'Keeps the log' })
    await page.getByText('Changed elsewhere while you were editing: Name').waitFor()
    await seesValue(page.getByLabel('Description'), 'Keeps the log')
    await seesValue(nameField(page), 'First mate')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const saved = named(await rolesOf(owner, group), 'First mate')
    assert(saved?.permissions.join() === 'AUDIT_VIEW', JSON.stringify(saved))
    const ownerPage = await stage.openTab(owner)
    await openSection(ownerPage, group, `roles?role=${mate?.id}`)
    await page.getByRole('button', { name: 'Delete the role' }).click()
    await confirm(page, 'Delete the role')
    await ownerPage.getByText('This role is gone.').waitFor()
    await page.getByRole('link', { name: 'Create a role' }).waitFor()
    assert(named(await rolesOf(owner, group), 'First mate') === undefined, 'the role is still there')
  }),
]
