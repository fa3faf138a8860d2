import { Button, Fieldset, NumberInput, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../graph/useAct.ts'
import { type GraphForm, useGraphForm } from '../../../graph/useGraphForm.ts'
import { CREATE_BUNDLE } from './documents.ts'
import { FormDialog } from './FormDialog.tsx'

interface BundleValues extends Record<string, unknown> {
  readonly name: string
  readonly assetType: string
  readonly description: string
  readonly imageUrl: string
  readonly thumbnailUrl: string
  readonly tags: string
  readonly isPublic: boolean
  readonly packages: readonly PackageValues[]
}

interface PackageValues {
  readonly key: string
  readonly assetUrl: string
  readonly assetVersion: number | string
  readonly platform: string
  readonly unityVersion: string
  readonly variant: string
}

const newPackage = (): PackageValues => ({
  key: String(performance.now()),
  ...{ assetUrl: '', assetVersion: 1, platform: 'standalonewindows', unityVersion: '', variant: 'standard' },
})

const textsIn = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '')

const inputOf = ({ tags, packages, imageUrl, thumbnailUrl, ...bundle }: BundleValues) => ({
  ...{ name: bundle.name, assetType: bundle.assetType, description: bundle.description, isPublic: bundle.isPublic },
  ...(imageUrl !== '' && { imageUrl }),
  ...(thumbnailUrl !== '' && { thumbnailUrl }),
  tags: textsIn(tags),
  packages: packages.map(({ key: _, assetVersion, ...given }) => ({ ...given, assetVersion: Number(assetVersion) })),
})

interface BundleDialogProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Creates a bundle with an asset for each platform. */
export function BundleDialog({ onDone, onClose }: BundleDialogProps) {
  const { t } = useTranslation('staffAssets')
  const { attempt } = useAct(CREATE_BUNDLE)
  const initialValues: BundleValues = {
    ...{ name: '', assetType: '', description: '', imageUrl: '', thumbnailUrl: '', tags: '', isPublic: false },
    packages: [newPackage()],
  }
  const graphForm = useGraphForm({ mode: 'controlled', initialValues }, async (values) => {
    await attempt({ input: inputOf(values) })
    notifications.show({ message: t('bundles.created', { name: values.name }) })
    onDone()
    onClose()
  })
  const { form } = graphForm
  return (
    <FormDialog title={t('bundles.new')} submit={t('bundles.create')} graphForm={graphForm} onClose={onClose}>
      <TextInput label={t('bundles.name')} data-autofocus required {...form.getInputProps('name')} />
      <TextInput label={t('bundles.type')} required {...form.getInputProps('assetType')} />
      <Textarea label={t('bundles.description')} autosize minRows={2} {...form.getInputProps('description')} />
      <TextInput label={t('bundles.image')} {...form.getInputProps('imageUrl')} />
      <TextInput label={t('bundles.thumbnail')} {...form.getInputProps('thumbnailUrl')} />
      <TextInput label={t('bundles.tags')} description={t('bundles.tagsHint')} {...form.getInputProps('tags')} />
      <Switch label={t('bundles.isPublic')} {...form.getInputProps('isPublic', { type: 'checkbox' })} />
      <Packages graphForm={graphForm} />
    </FormDialog>
  )
}

function Packages({ graphForm: { form } }: { readonly graphForm: GraphForm<BundleValues> }) {
  const { t } = useTranslation('staffAssets')
  const { packages } = form.getValues()
  const set = (changed: readonly PackageValues[]) => form.setFieldValue('packages', [...changed])
  return (
    <>
      {packages.map(({ key }, index) => (
        <Fieldset key={key} legend={t('bundles.package', { number: index + 1 })}>
          <TextInput label={t('bundles.assetUrl')} required {...form.getInputProps(`packages.${index}.assetUrl`)} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
            <TextInput label={t('bundles.platform')} required {...form.getInputProps(`packages.${index}.platform`)} />
            <TextInput label={t('bundles.variant')} required {...form.getInputProps(`packages.${index}.variant`)} />
            <TextInput label={t('bundles.engine')} required {...form.getInputProps(`packages.${index}.unityVersion`)} />
            <NumberInput
              label={t('bundles.assetVersion')}
              min={0}
              required
              {...form.getInputProps(`packages.${index}.assetVersion`)}
            />
          </SimpleGrid>
          {packages.length > 1 && (
            <Button mt="xs" variant="subtle" onClick={() => set(packages.filter((one) => one.key !== key))}>
              {t('bundles.removePackage', { number: index + 1 })}
            </Button>
          )}
        </Fieldset>
      ))}
      <Button variant="default" onClick={() => set([...packages, newPackage()])}>
        {t('bundles.addPackage')}
      </Button>
    </>
  )
}
