import type { UserId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { aFileUrl } from '../support/worlds.ts'
import { moment } from './records.ts'

/** Rows with a different value in each column that any record contains; tests set the flags. */
export const aWorldRow = async (app: TestApp, authorId: UserId) => ({
  name: 'Name of a world',
  nameKey: 'name of a world',
  description: 'Description of a world',
  capacity: 31,
  recommendedCapacity: 32,
  imageUrl: await aFileUrl(app, authorId, '.png'),
  previewYoutubeId: 'youtube-1',
  releaseStatus: 'public',
  tags: ['author_tag_calm'],
  urlList: ['https://plaza.test/listed'],
  version: 33,
  contentSettings: { drones: true, emoji: false, pedestals: true, prints: false, props: true, stickers: false },
  labsPublicationDate: moment(1),
  publicationDate: moment(2),
  storeId: 'esto_1',
  createdAt: moment(3),
  updatedAt: moment(4),
  visits: 34,
  favorites: 35,
  popularity: 36,
  heat: 37,
})

export const aWorldPackageRow = async (app: TestApp, authorId: UserId) => ({
  platform: 'android',
  unityVersion: '2022.3.6f1',
  unitySortNumber: 20_220_306_001n,
  assetVersion: 41,
  assetUrl: await aFileUrl(app, authorId),
  variant: 'security',
  worldSignature: 'signature of a world',
  createdAt: moment(5),
})

export const INSTANCE_ROW = {
  displayName: 'Party',
  calendarEntryId: 'entry-1',
  contentSettings: { drones: true, emoji: false },
  nonce: '0123456789abcdef0123456789abcdef',
  capacity: 31,
  recommendedCapacity: 32,
  createdAt: moment(1),
  closedAt: new Date('2100-01-01T00:00:00.000Z'),
}

export const NOTIFICATION_ROW = {
  title: 'A title',
  titleKey: 'key of the title',
  message: 'A message',
  messageKey: 'key of the message',
  details: { inviteMessage: 'Come' },
  data: { anything: 'else' },
  category: 'social',
  imageUrl: 'https://plaza.test/image.png',
  link: 'user:somebody',
  linkText: 'Look there',
  linkTextKey: 'key of the link',
  responses: [{ type: 'accept', data: 'data', icon: 'check', text: 'Yes', textKey: 'yes' }],
  relatedNotificationsId: 'not_018f3c1e-5a5a-7000-8000-000000000001',
  subjectId: null,
  facts: {},
  expiryAfterSeen: 31,
  createdAt: moment(1),
  updatedAt: moment(2),
  expiresAt: new Date('2100-01-01T00:00:00.000Z'),
}

export const FILE_ROW = {
  name: 'A name',
  mimeType: 'image/webp',
  extension: '.ending',
  tags: ['emoji'],
  animationStyle: 'bats',
  frames: 21,
  framesOverTime: 22,
  loopStyle: 'pingpong',
  maskTag: 'heart',
}
export const aPropRow = async (app: TestApp, authorId: UserId) => ({
  name: 'A chair',
  description: 'To sit on',
  imageUrl: await aFileUrl(app, authorId, '.png'),
  releaseStatus: 'public',
  spawnType: 31,
  worldPlacementMask: 32,
  maxCountPerUser: 33,
  tags: ['author_tag_seat'],
  unityPackageUrl: 'https://plaza.test/package',
  createdAt: moment(1),
  updatedAt: moment(2),
})

export const aPropPackageRow = async (app: TestApp, authorId: UserId) => ({
  platform: 'ios',
  variant: 'security',
  unityVersion: '2022.3.6f1',
  assetVersion: 34,
  assetUrl: await aFileUrl(app, authorId, '.vrcp'),
  propSignature: 'signature of a chair',
})
