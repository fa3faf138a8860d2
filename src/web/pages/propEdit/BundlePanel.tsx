import { Button, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AgreementField } from '../../components/agreement/AgreementField.tsx'
import { useContentAgreement } from '../../components/agreement/contentAgreement.ts'
import { Panel } from '../../components/Panel.tsx'
import { PackageList } from '../../components/props/PackageList.tsx'
import { PROP_PACKAGES } from '../../components/props/packages.ts'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { USUAL_UNITY_VERSION } from '../../components/uploads/unityVersion.ts'
import type { PropEditFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { UPDATE_PROP } from './documents.ts'
import { BundleFields } from './fields.tsx'
import { useRequired } from './useRequired.ts'
import { type BundleValues, bundleChangeOf, emptyBundle } from './values.ts'

interface BundlePanelProps {
  readonly prop: PropEditFragment
}

/** The bundles of a prop; another one is added for its platform, or replaces that of the platform. */
export function BundlePanel({ prop }: BundlePanelProps) {
  const { t } = useTranslation('props')
  /** Another form for each bundle, which begins empty. */
  const [sent, setSent] = useState(0)
  return (
    <Panel title={t('bundles.title')}>
      <PackageList prop={prop} />
      <BundleForm key={sent} prop={prop} onDone={() => setSent(sent + 1)} />
    </Panel>
  )
}

interface BundleFormProps extends BundlePanelProps {
  readonly onDone: () => void
}

function BundleForm({ prop, onDone }: BundleFormProps) {
  const { t } = useTranslation('props')
  const update = useAct(UPDATE_PROP)
  const { noFile, noNumber } = useRequired()
  const agreement = useContentAgreement({ contentId: prop.author?.isViewer ? prop.id : null })
  const last = getFragmentData(PROP_PACKAGES, prop).packages.at(-1)
  const { form, refusal, isBusy, onSubmit } = useGraphForm<BundleValues>(
    {
      mode: 'controlled',
      initialValues: emptyBundle(last ?? { unityVersion: USUAL_UNITY_VERSION, assetVersion: 1 }),
      validate: { assetUploadId: noFile, assetVersion: noNumber, hasAgreed: agreement.validate },
    },
    async (values) => {
      await agreement.submit()
      await update.attempt({ input: bundleChangeOf(prop.id, values) })
      notifications.show({ message: t('bundles.done') })
      onDone()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <BundleFields form={form} />
        <AgreementField agreement={agreement} form={form} />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Button
          type="submit"
          variant="light"
          disabled={!agreement.isKnown}
          loading={isBusy}
          style={{ alignSelf: 'start' }}
        >
          {t('bundles.add')}
        </Button>
      </Stack>
    </form>
  )
}
