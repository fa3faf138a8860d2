import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/Ago.tsx'
import { AgreementField } from '../../components/agreement/AgreementField.tsx'
import { useContentAgreement } from '../../components/agreement/contentAgreement.ts'
import { askFirst } from '../../components/askFirst.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { PackageFields } from '../../components/worlds/PackageFields.tsx'
import { isPlatform } from '../../components/worlds/platforms.ts'
import type { WorldEditFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { DELETE_PLATFORM, UPDATE_WORLD } from './documents.ts'

interface PackagesPanelProps {
  readonly world: WorldEditFragment
}

/** What the world is made of, for each platform. */
export function PackagesPanel({ world }: PackagesPanelProps) {
  const { t } = useTranslation('ownWorlds')
  const { id, packages } = world
  return (
    <>
      <Panel title={t('packages.title')} empty={packages.length === 0 && t('packages.empty')}>
        <Stack component="ul" gap="md" className="plainList" aria-live="polite">
          {packages.map((one) => (
            <li key={one.id}>
              <PackageRow worldId={id} item={one} isLast={packages.length === 1} />
            </li>
          ))}
        </Stack>
      </Panel>
      <Panel title={t('packages.upload')}>
        <PackageForm worldId={id} isAuthor={world.author?.isViewer === true} />
      </Panel>
    </>
  )
}

interface PackageRowProps {
  readonly worldId: string
  readonly item: WorldEditFragment['packages'][number]
  /** The last one can not be removed. */
  readonly isLast: boolean
}

function PackageRow({ worldId, item, isLast }: PackageRowProps) {
  const { t } = useTranslation(['ownWorlds', 'worlds', 'common'])
  const deletion = useAct(DELETE_PLATFORM)
  const { platform, assetVersion, unityVersion, createdAt } = item
  const name = isPlatform(platform) ? t(`worlds:platforms.${platform}`) : platform
  const remove = async () => {
    const texts = { title: t('packages.removeTitle', { platform: name }), text: t('packages.removeText') }
    if (!(await askFirst({ ...texts, confirm: t('packages.remove'), cancel: t('common:cancel') }))) return
    await deletion.act({ input: { worldId, platform } })
  }
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {t('packages.version', { version: assetVersion, unity: unityVersion })}
        </Text>
        <Ago time={createdAt} />
      </Stack>
      {!isLast && (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          loading={deletion.isBusy}
          aria-label={t('packages.removeName', { platform: name })}
          onClick={() => void remove()}
        >
          {t('packages.remove')}
        </Button>
      )}
    </Group>
  )
}

const EMPTY = { assetUploadId: '', platform: 'standalonewindows', unityVersion: '', hasAgreed: false }

interface PackageFormProps {
  readonly worldId: string
  readonly isAuthor: boolean
}

/** Adds the bundle of a platform, or replaces it by a new version. */
function PackageForm({ worldId, isAuthor }: PackageFormProps) {
  const { t } = useTranslation('ownWorlds')
  const update = useAct(UPDATE_WORLD)
  const agreement = useContentAgreement({ contentId: isAuthor ? worldId : null })
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    {
      mode: 'controlled',
      initialValues: EMPTY,
      validate: {
        assetUploadId: (id) => (id === '' ? t('fields.noAsset') : null),
        hasAgreed: agreement.validate,
      },
    },
    async ({ unityVersion, hasAgreed: _, ...asset }) => {
      await agreement.submit()
      await update.attempt({ input: { worldId, ...asset, ...(unityVersion !== '' && { unityVersion }) } })
      form.reset()
      notifications.show({ message: t('packages.done') })
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <PackageFields form={form} required />
        <AgreementField agreement={agreement} form={form} />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Group>
          <Button type="submit" disabled={!agreement.isKnown} loading={isBusy}>
            {t('packages.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
