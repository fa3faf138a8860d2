import { Checkbox, MultiSelect, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { ImageInput } from '../../../components/economy/ImageInput.tsx'
import { useViewerId } from '../../../components/people/useViewerId.ts'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { ProductType } from '../../../generated/graphql.ts'
import { graphql } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'

const NONE: string[] = []

/** What can be changed of a product, before anything is entered. `imageId` is the id of a file. */
export const NO_PRODUCT = {
  displayName: '',
  description: '',
  imageId: '',
  tags: NONE,
  joinsGroup: false,
  leavesGroup: false,
  isForSubscriberList: false,
  avatarIds: NONE,
  templateIds: NONE,
}
export type ProductValues = typeof NO_PRODUCT

interface ProductFieldsProps {
  readonly form: Pick<UseFormReturnType<ProductValues>, 'getInputProps' | 'values'>
  readonly type: ProductType
  /** The picture that the server has; null for none. */
  readonly pictureUrl: string | null
}

/** The fields of a product, as far as its type has a use for them. */
export function ProductFields({ form, type, pictureUrl }: ProductFieldsProps) {
  const { t } = useTranslation('selling')
  const checkbox = { type: 'checkbox' } as const
  return (
    <Stack>
      <TextInput label={t('fields.displayName')} required {...form.getInputProps('displayName')} />
      <ImageInput
        label={t('fields.imageId')}
        description={t('fields.imageHint')}
        required
        pictureUrl={pictureUrl}
        {...form.getInputProps('imageId')}
      />
      <Textarea label={t('fields.description')} autosize minRows={3} {...form.getInputProps('description')} />
      {type === 'INVENTORY' && <ContentFields form={form} />}
      {type === 'ROLE' && (
        <>
          <Checkbox label={t('fields.joinsGroup')} {...form.getInputProps('joinsGroup', checkbox)} />
          <Checkbox
            label={t('fields.leavesGroup')}
            disabled={!form.values.joinsGroup}
            {...form.getInputProps('leavesGroup', checkbox)}
          />
        </>
      )}
      {type === 'UDON' && (
        <Checkbox label={t('fields.isForSubscriberList')} {...form.getInputProps('isForSubscriberList', checkbox)} />
      )}
      <TagsInput label={t('fields.tags')} description={t('fields.tagsHint')} {...form.getInputProps('tags')} />
    </Stack>
  )
}

const CONTENTS = graphql(`
  query SellingContents($authorId: ID!) {
    viewer {
      id
      avatars(first: 100, filter: { anyStatus: true }) {
        edges {
          cursor
          node {
            id
            name
          }
        }
      }
    }
    inventoryTemplates(first: 100, filter: { status: LIVE, authorId: $authorId }) {
      edges {
        cursor
        node {
          id
          name
        }
      }
    }
  }
`)

/** Avatars and items that a product gives. */
function ContentFields({ form }: Pick<ProductFieldsProps, 'form'>) {
  const { t } = useTranslation('selling')
  const authorId = useViewerId()
  const { data, refusal, reload } = usePanel(CONTENTS, { authorId: authorId ?? '' }, { skip: !authorId })
  const avatars = data?.viewer?.avatars.edges.map(({ node }) => node) ?? []
  const templates = data?.inventoryTemplates.edges.map(({ node }) => node) ?? []
  const items = (nodes: readonly { readonly id: string; readonly name: string }[]) =>
    nodes.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <MultiSelect
        label={t('fields.avatarIds')}
        description={t('fields.avatarsHint')}
        searchable
        data={items(avatars)}
        {...form.getInputProps('avatarIds')}
      />
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {templates.length > 0 && (
        <MultiSelect
          label={t('fields.templateIds')}
          searchable
          data={items(templates)}
          {...form.getInputProps('templateIds')}
        />
      )}
    </>
  )
}
