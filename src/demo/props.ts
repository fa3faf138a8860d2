import { en, Faker } from '@faker-js/faker'
import type { Prisma } from '../generated/prisma/client.ts'
import { newId } from '../kernel/ids.ts'
import type { Scope } from '../kernel/scope.ts'
import { transact } from '../kernel/transaction.ts'
import { type Canvas, ellipse, emptyCanvas, encodePng, paint, randomColour } from './canvas.ts'
import { addFile, type DemoFiles, IMAGE_TYPE, insertFiles, noFiles, settleBlobs, UNITY_VERSION } from './files.ts'

const PROPS = [
  { name: 'Brass telescope', description: 'Shows the tower from afar.', releaseStatus: 'public' },
  { name: 'Punched cards', description: 'A stack of them, not sorted yet.', releaseStatus: 'private' },
] as const
const PLATFORMS = ['standalonewindows', 'android'] as const
const ASSET_TYPE = { mimeType: 'application/x-prop', extension: '.vrcp' }

/** A prop of the demo, and what it is made of. */
interface DemoProp {
  readonly prop: Prisma.PropCreateManyInput
  readonly packages: Prisma.PropPackageCreateManyInput[]
}

/** Gives Ada props of her own, of which everybody can see one. */
export async function addProps(scope: Scope): Promise<void> {
  const where = { usernameKey: 'demo_ada' }
  const { id: authorId } = await scope.db.user.findFirstOrThrow({ where, select: { id: true } })
  const faker = new Faker({ locale: en, seed: PROPS.length })
  const files = noFiles()
  const made: DemoProp[] = []
  for (const texts of PROPS) made.push(await makeProp(scope, files, { authorId, faker, texts }))
  await transact(scope, async (tx) => {
    await insertFiles(tx, files)
    await tx.db.prop.createMany({ data: made.map(({ prop }) => prop) })
    await tx.db.propPackage.createMany({ data: made.flatMap(({ packages }) => packages) })
  }).finally(() => settleBlobs(scope, [files]))
}

interface NewProp {
  readonly authorId: string
  readonly faker: Faker
  readonly texts: (typeof PROPS)[number]
}

async function makeProp(scope: Scope, files: DemoFiles, { authorId, faker, texts }: NewProp): Promise<DemoProp> {
  const { blobs, now } = scope
  const picture = await blobs.store(await encodePng(drawThing(faker)), IMAGE_TYPE.mimeType)
  const bytes = await blobs.store(Buffer.from(`Plaza demo prop ${texts.name}\n`), ASSET_TYPE.mimeType)
  files.blobs.push(picture, bytes)
  const given = { ownerId: authorId, at: now, name: `Prop - ${texts.name}` }
  const image = addFile(scope, files, faker, { ...given, blob: picture, ...IMAGE_TYPE })
  const asset = addFile(scope, files, faker, { ...given, blob: bytes, ...ASSET_TYPE })
  const id = newId('prop', now)
  const rules = { spawnType: 0, worldPlacementMask: 1, tags: ['author_tag_tower', 'content_horror'] }
  const shown = { imageUrl: image.url, imageFileId: image.id, createdAt: now, updatedAt: now }
  return {
    prop: { id, authorId, ...texts, ...rules, ...shown },
    packages: PLATFORMS.map((platform) => ({
      ...{ propId: id, platform, unityVersion: UNITY_VERSION, assetVersion: 1 },
      ...{ assetUrl: asset.url, assetFileId: asset.id },
    })),
  }
}

/** Pixels. */
const SIDE = 256

/** A round thing on a stand. */
function drawThing(faker: Faker): Canvas {
  const canvas = emptyCanvas(SIDE, SIDE)
  const [metal, glass] = [randomColour(faker), randomColour(faker)]
  paint(canvas, randomColour(faker))
  paint(canvas, metal, (x, y) => y > 150 && y < 214 && Math.abs(x - SIDE / 2) < 10 + (y - 150) / 2)
  paint(canvas, metal, ellipse(SIDE / 2, 220, 70, 12))
  paint(canvas, metal, ellipse(SIDE / 2, 110, 78))
  paint(canvas, glass, ellipse(SIDE / 2, 110, 58))
  return canvas
}
