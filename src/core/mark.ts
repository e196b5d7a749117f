/** The variable that every process of a job inherits: its value is the id. It finds what escaped from the session of the job. */
export const MARK_VARIABLE: string = "BELLHOP_PROC_ID";
