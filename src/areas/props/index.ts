import { props } from '../../contract/props.ts'
import { defineArea } from '../area.ts'
import { propsRest } from './rest.ts'
import './graph/prop.ts'
import './graph/propMutations.ts'
import { personalData } from './personalData.ts'

export const propsArea = defineArea({
  tag: 'Props and prints',
  contract: props,
  rest: propsRest,
  personalData,
  nodeTypes: { prop: 'Prop' },
  accountErasure: {
    place: 80,
    // The rows stay, hidden and without their content, so that ids are not used again. The files area deletes the files.
    async erase({ db, now }, authorId) {
      const blank = { name: '', description: '', tags: [], imageUrl: '', imageFileId: null }
      await db.prop.updateMany({ where: { authorId }, data: { releaseStatus: 'hidden', updatedAt: now, ...blank } })
      await db.prop.updateMany({ where: { authorId, deletedAt: null }, data: { deletedAt: now } })
      await db.propPackage.deleteMany({ where: { prop: { authorId } } })
    },
  },
})
