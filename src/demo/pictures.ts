import type { Faker } from '@faker-js/faker'
import type { Prisma } from '../generated/prisma/client.ts'
import { PLATFORM_USER_ID } from '../kernel/ids.ts'
import type { Scope } from '../kernel/scope.ts'
import { type Canvas, ellipse, emptyCanvas, encodePng, mixColours, paint, randomColour } from './canvas.ts'
import { addFile, type DemoFiles, IMAGE_TYPE, noFiles } from './files.ts'
import type { DemoUser } from './users.ts'

/** Different portraits, which all people share. */
const PORTRAIT_COUNT = 16
const SIDE = 256

/** The people with a file of their own each, which is their icon and the picture of their profile. */
export async function withPortraits(
  scope: Scope,
  people: readonly DemoUser[],
  faker: Faker,
): Promise<{ readonly files: DemoFiles; readonly portrayed: DemoUser[] }> {
  const files = noFiles()
  const portraits = Array.from({ length: PORTRAIT_COUNT }, () => drawPortrait(faker))
  files.blobs.push(...(await storePictures(scope, portraits)))
  const portrayed = people.map((person, number) => {
    const blob = files.blobs[number % PORTRAIT_COUNT]
    if (!blob) return person
    const given = { ownerId: person.user.id, at: scope.now, name: 'icon', tags: ['icon'], blob }
    const { url } = addFile(scope, files, faker, { ...given, ...IMAGE_TYPE })
    return { ...person, user: { ...person.user, userIcon: url, profilePicOverride: url } }
  })
  return { files, portrayed }
}

/** The badges with a picture each, in files of the platform. */
export async function withBadgePictures(
  scope: Scope,
  badges: readonly Prisma.BadgeCreateManyInput[],
  faker: Faker,
): Promise<{ readonly files: DemoFiles; readonly badges: Prisma.BadgeCreateManyInput[] }> {
  const files = noFiles()
  const medals = badges.map((_, number) => drawMedal(faker, 5 + number))
  files.blobs.push(...(await storePictures(scope, medals)))
  const pictured = badges.map((badge, number) => {
    const blob = files.blobs[number]
    if (!blob) return badge
    const given = { ownerId: PLATFORM_USER_ID, at: scope.now, name: badge.name, tags: ['admin'], blob }
    return { ...badge, imageUrl: addFile(scope, files, faker, { ...given, ...IMAGE_TYPE }).url }
  })
  return { files, badges: pictured }
}

const storePictures = ({ blobs }: Scope, canvases: readonly Canvas[]) =>
  Promise.all(canvases.map(async (canvas) => blobs.store(await encodePng(canvas), IMAGE_TYPE.mimeType)))

/** A face with hair above shoulders. */
function drawPortrait(faker: Faker): Canvas {
  const canvas = emptyCanvas(SIDE, SIDE)
  const skin = mixColours([92, 58, 38], [246, 214, 190], faker.number.float())
  const hairline = faker.number.int({ min: 88, max: 112 })
  paint(canvas, randomColour(faker))
  paint(canvas, randomColour(faker), ellipse(128, 270, 100, 85))
  paint(canvas, randomColour(faker), ellipse(128, 112, 70, 78))
  paint(canvas, skin, ellipse(128, hairline + 38, 58, 66))
  for (const x of [106, 150]) paint(canvas, [30, 26, 24], ellipse(x, 128, 6, 8))
  paint(canvas, [150, 50, 60], ellipse(128, 168, 18, 6))
  return canvas
}

/** A medal with a flower of so many petals on a transparent ground. */
function drawMedal(faker: Faker, petals: number): Canvas {
  const canvas = emptyCanvas(SIDE, SIDE)
  const [rim, face] = [randomColour(faker), randomColour(faker)]
  paint(canvas, rim, ellipse(128, 128, 120))
  paint(canvas, face, ellipse(128, 128, 104))
  paint(canvas, [250, 246, 230], (x, y) => {
    const angle = Math.atan2(y - 128, x - 128)
    return Math.hypot(x - 128, y - 128) <= 62 + 24 * Math.cos(petals * angle)
  })
  return canvas
}
