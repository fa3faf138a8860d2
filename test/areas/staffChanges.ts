import type { TestApp } from '../support/app.ts'
import { aName, type TestUser } from '../support/users.ts'
import { type Change, change, made } from './conditionalChange.ts'

const addressOf = (text: string) => `${text.replace(' ', '-').toLowerCase()}@plaza.test`

/** Changes that the staff makes of what clients and people get of the platform. */
export async function staffChanges(app: TestApp, admin: TestUser): Promise<Readonly<Record<string, Change>>> {
  const make = (mutation: string, input: object) => made(app, admin, mutation, input)
  const badgeId = await make('createBadge { it: badge { id } }', { name: aName('Badge '), description: '' })
  const permissionId = await make('createPermission { it: permission { id } }', {
    name: aName('may-'),
    displayName: 'May',
  })
  const texts = { kind: 'CLOSE', title: 'Title', text: 'Text' }
  const cannedReasonId = await make('createCannedReason { it: cannedReason { id } }', texts)
  const infoPushId = await make('createInfoPush { it: infoPush { id } }', { slug: aName('push-'), data: {} })
  const asset = { branch: 'main', kind: 'CSS', variant: 'PUBLIC' }
  await make('setFrontendAsset { viewer { id } }', { ...asset, content: 'a {}' })
  await make('setConfigEntry { viewer { id } }', { key: 'contactEmail', value: addressOf('first') })
  return {
    changeBadge: change('Badge', ['badgeId', badgeId], 'description'),
    updatePermission: change('Permission', ['permissionId', permissionId], 'description'),
    updateCannedReason: change('CannedReason', ['cannedReasonId', cannedReasonId], 'title'),
    updateInfoPush: change('InfoPush', ['infoPushId', infoPushId], 'tags', (text) => [text.replace(' ', '-')]),
    setFrontendAsset: {
      read: '{ them: frontendAssets { kind variant branch updatedAt } }',
      isIt: ({ kind, variant, branch }) => kind === 'CSS' && variant === 'PUBLIC' && branch === 'main',
      input: asset,
      field: 'content',
    },
    setConfigEntry: {
      read: '{ them: configMembers { key updatedAt } }',
      isIt: ({ key }) => key === 'contactEmail',
      input: { key: 'contactEmail' },
      field: 'value',
      toValue: addressOf,
    },
  }
}
