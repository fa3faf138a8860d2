import { beforeAll, describe, it } from 'vitest'
import { Print } from '../../src/contract/shapes/print.ts'
import { Prop, PropUnityPackage } from '../../src/contract/shapes/prop.ts'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { aPrint, aPropRequest } from '../support/props.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { fileIdIn } from '../support/worlds.ts'
import { expectDistinct, expectPresented, moment } from './records.ts'
import { aPropPackageRow, aPropRow } from './rows.ts'

const app = await sharedApp()
const { db } = app.scope()
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  ;[ada, bob] = [await aUser(app), await aUser(app)]
})

describe('printWire', () => {
  it('maps every column', async () => {
    const { id } = await aPrint(ada)
    const row = {
      authorId: bob.id,
      note: 'A note',
      worldId: newId('world', new Date()),
      worldName: 'Some world',
      timestamp: moment(1),
      createdAt: moment(2),
    }
    expectDistinct(row)
    const { fileId } = await db.print.update({ where: { id }, data: row })
    const { files, ...told } = await ada.api.call('getPrint', { printId: id })
    expectPresented({ ...told, files: {} }, Print, { ada, bob, id, row })
    expectPresented(files, Print.shape.files, { fileId })
  })
})

describe('propWire', () => {
  it('maps every column, and those of its packages', async () => {
    const { id } = await ada.api.call('createProp', { body: await aPropRequest(app, ada) })
    const [row, packageRow] = [await aPropRow(app, ada.id), await aPropPackageRow(app, ada.id)]
    expectDistinct(row, packageRow)
    await db.prop.update({ where: { id }, data: row })
    await db.propPackage.updateMany({ where: { propId: id }, data: packageRow })
    const { unityPackages, ...told } = await bob.api.call('getProp', { propId: id })
    const { createdAt, updatedAt, ...columns } = row
    expectPresented({ ...told, unityPackages: [] }, Prop, { ada, columns, createdAt, fileIdIn, id, row, updatedAt })
    expectPresented(unityPackages[0], PropUnityPackage, { packageRow })
  })
})
