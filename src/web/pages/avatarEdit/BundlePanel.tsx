import { Button, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AVATAR_PLATFORMS, uploadedPackages } from '../../components/avatars/platforms.ts'
import { Panel } from '../../components/Panel.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { UploadInput } from '../../components/uploads/UploadInput.tsx'
import type { AvatarEditFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { PackageRow } from '../avatar/PlatformsPanel.tsx'
import { atFields } from './atFields.ts'
import { UPDATE_AVATAR } from './documents.ts'

interface BundlePanelProps {
  readonly avatar: AvatarEditFragment
}

/** The bundles of an avatar; another one is added for its platform, or replaces that of the platform. */
export function BundlePanel({ avatar }: BundlePanelProps) {
  const { t } = useTranslation('avatars')
  const packages = uploadedPackages(avatar.packages)
  /** Another form for each bundle, which begins empty. */
  const [sent, setSent] = useState(0)
  return (
    <Panel title={t('bundles.title')}>
      {packages.length > 0 && (
        <Stack component="ul" className="plainList" gap="sm">
          {packages.map((one) => (
            <li key={one.id}>
              <PackageRow of={one} />
            </li>
          ))}
        </Stack>
      )}
      <BundleForm
        key={sent}
        avatarId={avatar.id}
        unityVersion={packages.at(-1)?.unityVersion ?? USUAL_UNITY_VERSION}
        onDone={() => setSent(sent + 1)}
      />
    </Panel>
  )
}

/** The version with which bundles are built for the clients of today. */
export const USUAL_UNITY_VERSION = '2022.3.22f1'

interface BundleFormProps {
  readonly avatarId: string
  readonly unityVersion: string
  readonly onDone: () => void
}

function BundleForm({ avatarId, unityVersion, onDone }: BundleFormProps) {
  const { t } = useTranslation('avatars')
  const update = useAct(UPDATE_AVATAR)
  const isMissing = (value: string) => (value === '' ? t('bundles.missing') : null)
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    {
      mode: 'controlled',
      initialValues: { assetUploadId: '', platform: 'standalonewindows', unityVersion },
      validate: { assetUploadId: isMissing },
    },
    async (values) => {
      await atFields(update.attempt({ input: { avatarId, ...values } }))
      notifications.show({ message: t('bundles.done') })
      onDone()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <UploadInput
          purpose="AVATAR_ASSET"
          label={t('fields.bundle')}
          description={t('hints.bundle')}
          required
          {...form.getInputProps('assetUploadId')}
          value={form.values.assetUploadId}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label={t('platform')}
            data={AVATAR_PLATFORMS.map((value) => ({ value, label: t(`platforms.${value}`) }))}
            {...form.getInputProps('platform')}
          />
          <TextInput label={t('fields.unityVersion')} {...form.getInputProps('unityVersion')} />
        </SimpleGrid>
        {refusal && <RefusalAlert refusal={refusal} />}
        <Button type="submit" variant="light" loading={isBusy} style={{ alignSelf: 'start' }}>
          {t('bundles.add')}
        </Button>
      </Stack>
    </form>
  )
}
