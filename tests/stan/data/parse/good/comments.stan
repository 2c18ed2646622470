/* A program
   with all kinds of comments: // inside, * / and stars ***
*/
data /* here too */ {
  int N; // at the end
  //int M;
  real y; /**/ real /* x */ z;
}

model { /* empty { */ } // the end, without a newline