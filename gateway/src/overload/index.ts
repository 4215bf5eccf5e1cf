export { createAdmission, OVERLOADED, type Admission, type AdmissionOptions } from './admission.js';
export type { Place } from './places.js';
