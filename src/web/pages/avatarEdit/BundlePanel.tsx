import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AgreementField } from '../../components/agreement/AgreementField.tsx'
import { useContentAgreement } from '../../components/agreement/contentAgreement.ts'
import { AVATAR_PLATFORMS, uploadedPackages } from '../../components/avatars/platforms.ts'
import { Panel } from '../../components/Panel.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { UploadInput } from '../../components/uploads/UploadInput.tsx'
import { USUAL_UNITY_VERSION } from '../../components/uploads/unityVersion.ts'
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
        isAuthor={avatar.author?.isViewer === true}
        unityVersion={packages.at(-1)?.unityVersion ?? USUAL_UNITY_VERSION}
        onDone={() => setSent(sent + 1)}
      />
    </Panel>
  )
}

interface BundleFormProps {
  readonly avatarId: string
  readonly isAuthor: boolean
  readonly unityVersion: string
  readonly onDone: () => void
}

function BundleForm({ avatarId, isAuthor, unityVersion, onDone }: BundleFormProps) {
  const { t } = useTranslation('avatars')
  const update = useAct(UPDATE_AVATAR)
  const agreement = useContentAgreement({ contentId: isAuthor ? avatarId : null })
  const isMissing = (value: string) => (value === '' ? t('bundles.missing') : null)
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    {
      mode: 'controlled',
      initialValues: { assetUploadId: '', platform: 'standalonewindows', unityVersion, hasAgreed: false },
      validate: { assetUploadId: isMissing, hasAgreed: agreement.validate },
    },
    async ({ hasAgreed: _, ...values }) => {
      await agreement.submit()
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
        <AgreementField agreement={agreement} form={form} />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Group>
          <Button type="submit" variant="light" disabled={!agreement.isKnown} loading={isBusy}>
            {t('bundles.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
