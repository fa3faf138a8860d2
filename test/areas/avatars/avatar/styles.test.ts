import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatarRequest } from '../../../support/avatars.ts'
import { mutate } from '../../../support/jams.ts'
import { aRestClient } from '../../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
let admin: TestUser
beforeAll(async () => {
  admin = await anAdmin(app)
})

const setStyle = (input: object, person = admin) => mutate(app, person, 'setAvatarStyle { avatarStyle { id } }', input)
const reasonOf = async (input: object, person = admin) => (await setStyle(input, person)).error?.extensions.reason
const namesOf = async () => (await aRestClient(app).call('getAvatarStyles')).map(({ styleName }) => styleName)

describe('styles of avatars', () => {
  it('are twelve to begin with, by name, and need no session', async () => {
    const names = await namesOf()
    expect(names).toEqual([...names].sort())
    expect(names).toEqual(expect.arrayContaining(['Furry', 'Sci-Fi', 'Pop Culture', 'Fashion']))
  })

  it('are made and renamed by admins, and keep their avatars', async () => {
    const author = await aUser(app)
    const { payload } = await setStyle({ name: ' Steampunk ' })
    const { id: primaryStyle } = Object(payload).avatarStyle
    const body = { ...(await anAvatarRequest(app, author.id)), primaryStyle }
    const { id: avatarId, styles } = await author.api.call('createAvatar', { body })
    expect(styles.primary).toBe('Steampunk')
    await setStyle({ styleId: primaryStyle, name: 'Clockwork' })
    expect((await author.api.call('getAvatar', { avatarId })).styles.primary).toBe('Clockwork')
    expect(await namesOf()).toContain('Clockwork')
    const cleared = await author.api.call('updateAvatar', { avatarId, body: { primaryStyle: '' } })
    expect(cleared.styles.primary).toBeNull()
  })

  it('are refused without a name, with that of another, and of an unknown id', async () => {
    expect(await reasonOf({ name: '  ' })).toBe('TOO_SHORT')
    expect(await reasonOf({ name: 'Furry' })).toBe('STYLE_EXISTS')
    expect(await reasonOf({ styleId: newId('avatarStyle', new Date()), name: 'Other' })).toBe('AVATAR_STYLE_NOT_FOUND')
    expect(await reasonOf({ name: 'Mine' }, await aUser(app))).toBe('ADMIN_ONLY')
  })

  it('of one name are made once, however many ask for it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => reasonOf({ name: 'Vaporwave' })))
    expect(answers.filter((reason) => reason === undefined)).toHaveLength(1)
    expect((await namesOf()).filter((name) => name === 'Vaporwave')).toHaveLength(1)
  })
})
