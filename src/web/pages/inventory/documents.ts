import { graphql } from '../../generated/index.ts'

export const ITEM_LIST = graphql(`
  fragment ItemList on InventoryItemConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        ...ItemTile
      }
    }
  }
`)

/** The list that is shown, and what is equipped. */
export const INVENTORY_LISTS = graphql(`
  fragment InventoryLists on Viewer {
    id
    inventory(first: 24, filter: $filter, after: $after) {
      ...ItemList
    }
    equipped: inventory(first: 3, filter: { isEquipped: true }) {
      edges {
        cursor
        node {
          id
          ...EquippedItem
        }
      }
    }
  }
`)

export const INVENTORY = graphql(`
  query Inventory($filter: InventoryFilter, $after: String) {
    inventoryCollections
    viewer {
      id
      ...InventoryLists
    }
  }
`)

export const INVENTORY_CHANGES = graphql(`
  subscription InventoryChanges($filter: InventoryFilter, $after: String, $initial: Boolean) {
    inventoryChanged(initial: $initial) {
      kind
      itemId
      item {
        ...ItemDetail
      }
      viewer {
        id
        ...InventoryLists
      }
    }
  }
`)

export const UPDATE_ITEM = graphql(`
  mutation UpdateItem($input: UpdateInventoryItemInput!, $filter: InventoryFilter, $after: String) {
    updateInventoryItem(input: $input) {
      item {
        ...ItemDetail
      }
      viewer {
        id
        ...InventoryLists
      }
    }
  }
`)

export const EQUIP_ITEM = graphql(`
  mutation EquipItem($input: EquipInventoryItemInput!, $filter: InventoryFilter, $after: String) {
    equipInventoryItem(input: $input) {
      item {
        ...ItemDetail
      }
      viewer {
        id
        ...InventoryLists
      }
    }
  }
`)

export const UNEQUIP_SLOT = graphql(`
  mutation UnequipSlot($input: UnequipInventorySlotInput!, $filter: InventoryFilter, $after: String) {
    unequipInventorySlot(input: $input) {
      slot
      viewer {
        id
        ...InventoryLists
      }
    }
  }
`)

export const DELETE_ITEM = graphql(`
  mutation DeleteItem($input: DeleteInventoryItemInput!, $filter: InventoryFilter, $after: String) {
    deleteInventoryItem(input: $input) {
      deletedItemId
      viewer {
        id
        ...InventoryLists
      }
    }
  }
`)

export const CONSUME_ITEM = graphql(`
  mutation ConsumeItem($input: ConsumeInventoryItemInput!, $filter: InventoryFilter, $after: String) {
    consumeInventoryItem(input: $input) {
      item {
        ...ItemDetail
      }
      items {
        id
        template {
          ...TemplateChip
        }
      }
      heldTemplates {
        ...TemplateChip
      }
      viewer {
        id
        ...InventoryLists
      }
    }
  }
`)

export const SHARE_ITEM = graphql(`
  mutation ShareItem($input: ShareInventoryItemInput!) {
    shareInventoryItem(input: $input) {
      item {
        id
      }
    }
  }
`)

export const OFFER_ITEM = graphql(`
  mutation OfferItem($input: OfferInventoryItemInput!) {
    offerInventoryItem(input: $input) {
      token
    }
  }
`)

export const CLAIM_OFFER = graphql(`
  mutation ClaimOffer($input: ClaimInventoryTokenInput!, $filter: InventoryFilter, $after: String) {
    claimInventoryToken(input: $input) {
      item {
        id
        ...ItemTile
      }
      viewer {
        id
        ...InventoryLists
      }
    }
  }
`)
