import { contract } from '../areas/index.ts'

/** Prints the names of all operations that the contract serves, separated by commas. */
console.log(Object.keys(contract).join(','))
